/* The queue of M. P. Herlihy and J. M. Wing (1990): enq takes a slot and fills it, deq goes through all slots from the
 * first on and takes what it finds, over and over until it finds something.
 *
 * It is linearizable, but no step of enq is where it takes effect: that is decided by later steps of others. */
#ifndef SUBJECTS_HERLIHY_WING_H
#define SUBJECTS_HERLIHY_WING_H

#include <stdatomic.h>
#include <stdbool.h>

enum { HERLIHY_WING_SLOTS = 16 };

struct herlihy_wing {
    atomic_int back;
    _Atomic(long) slots[HERLIHY_WING_SLOTS]; /* 0: not filled, or taken */
};

static inline void herlihy_wing_init(struct herlihy_wing *q) {
    atomic_store(&q->back, 0);
    for (int i = 0; i < HERLIHY_WING_SLOTS; i++) atomic_store(&q->slots[i], 0);
}

static inline void herlihy_wing_enq(struct herlihy_wing *q, long value) {
    int slot = atomic_fetch_add(&q->back, 1);
    atomic_store(&q->slots[slot], value);
}

/* Waits for a value; true, like the others. */
static inline bool herlihy_wing_deq(struct herlihy_wing *q, long *value) {
    for (;;) {
        int back = atomic_load(&q->back);
        for (int i = 0; i < back; i++)
            if ((*value = atomic_exchange(&q->slots[i], 0))) return true;
    }
}

#endif
