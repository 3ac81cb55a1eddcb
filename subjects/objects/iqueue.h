/* An array queue that looks right: enq takes a slot and then fills it, deq takes the first slot if it is filled (an
 * exercise of M. Herlihy and N. Shavit, The Art of Multiprocessor Programming, chapter 3).
 *
 * The mistake is in the idea: while the first slot is taken but not yet filled, deq finds the queue empty although
 * later slots are filled and their enq has returned. */
#ifndef SUBJECTS_IQUEUE_H
#define SUBJECTS_IQUEUE_H

#include <stdatomic.h>
#include <stdbool.h>

enum { IQUEUE_SLOTS = 16 };

struct iqueue {
    atomic_int head, tail;
    _Atomic(long) slots[IQUEUE_SLOTS]; /* 0: not filled */
};

static inline void iqueue_init(struct iqueue *q) {
    atomic_store(&q->head, 0);
    atomic_store(&q->tail, 0);
    for (int i = 0; i < IQUEUE_SLOTS; i++) atomic_store(&q->slots[i], 0);
}

static inline void iqueue_enq(struct iqueue *q, long value) {
    int slot = atomic_load(&q->tail);
    while (!atomic_compare_exchange_strong(&q->tail, &slot, slot + 1)) {}
    atomic_store(&q->slots[slot], value);
}

static inline bool iqueue_deq(struct iqueue *q, long *value) {
    int slot = atomic_load(&q->head);
    do {
        *value = atomic_load(&q->slots[slot]);
        if (!*value) return false;
    } while (!atomic_compare_exchange_strong(&q->head, &slot, slot + 1));
    return true;
}

#endif
