/* A counter behind two flags: who wants it raises its own and looks at the other's.
 *
 * Both may find the other's flag up; then the second takes its own down and waits for the first.  Mistake, by macro:
 *     TWO_FLAGS_LEFT_UP   nobody takes its flag down before it tries again, so that both wait for ever, counting their
 *                         attempts */
#ifndef SUBJECTS_TWO_FLAGS_H
#define SUBJECTS_TWO_FLAGS_H

#include <stdatomic.h>

struct two_flags {
    atomic_int up[2];
    atomic_int attempts; /* of which only the last bit is kept */
    atomic_long value;
};

static inline long two_flags_add(struct two_flags *f, int me, long n) {
    for (;;) {
        atomic_store(&f->up[me], 1);
        if (!atomic_load(&f->up[!me])) break;
#ifdef TWO_FLAGS_LEFT_UP
        atomic_fetch_xor(&f->attempts, 1);
#else
        if (me) {
            atomic_store(&f->up[me], 0);
            while (atomic_load(&f->up[!me])) {}
        }
#endif
    }
    long before = atomic_load(&f->value);
    atomic_store(&f->value, before + n);
    atomic_store(&f->up[me], 0);
    return before;
}

#endif
