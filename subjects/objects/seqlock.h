/* A sequence lock: readers never wait for a lock, but read again if a writer was there.  The sequence is odd while one
 * is.  Releasing and acquiring the values keeps them between the two accesses to the sequence on either side.
 *
 * Mistakes, by macro:
 *     SEQLOCK_READS_ONCE  readers do not look at the sequence again
 *     SEQLOCK_STAYS_EVEN  writers count up when they are done only: who reads in between sees the same even number
 * twice
 */
#ifndef SUBJECTS_SEQLOCK_H
#define SUBJECTS_SEQLOCK_H

#include <stdatomic.h>
#include <stdbool.h>

struct seqlock {
    atomic_uint sequence;
    atomic_bool writer;
    atomic_long halves[2]; /* atomic: they are read while they are written, and then not used */
};

static inline void seqlock_write(struct seqlock *s, long first, long second) {
    while (atomic_exchange(&s->writer, true)) {}
    unsigned sequence = atomic_load(&s->sequence);
#ifndef SEQLOCK_STAYS_EVEN
    atomic_store(&s->sequence, sequence + 1);
#endif
    atomic_store_explicit(&s->halves[0], first, memory_order_release);
    atomic_store_explicit(&s->halves[1], second, memory_order_release);
    atomic_store_explicit(&s->sequence, sequence + 2, memory_order_release);
    atomic_store(&s->writer, false);
}

static inline void seqlock_read(struct seqlock *s, long *first, long *second) {
    unsigned before;
    bool same = true;
    do {
        while ((before = atomic_load_explicit(&s->sequence, memory_order_acquire)) % 2) {}
        *first = atomic_load_explicit(&s->halves[0], memory_order_acquire);
        *second = atomic_load_explicit(&s->halves[1], memory_order_acquire);
#ifndef SEQLOCK_READS_ONCE
        same = atomic_load_explicit(&s->sequence, memory_order_relaxed) == before;
#endif
    } while (!same);
}

#endif
