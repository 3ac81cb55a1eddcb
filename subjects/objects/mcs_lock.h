/* Mellor-Crummey and Scott: Algorithms for scalable synchronization (TOCS 1991): a queue of threads, each waiting for
 * its own flag.
 *
 * Mistakes, by macro:
 *     MCS_LOCK_KEEPS      the flag of the next thread is not cleared if it came late: the lock is not handed over
 *     MCS_LOCK_TWO_STEPS  the tail is read and then replaced, so that two threads may be first */
#ifndef SUBJECTS_MCS_LOCK_H
#define SUBJECTS_MCS_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct mcs_node {
    _Atomic(struct mcs_node *) next;
    atomic_bool waits;
};

struct mcs_lock {
    _Atomic(struct mcs_node *) tail;
};

static inline void mcs_lock(struct mcs_lock *lock, struct mcs_node *own) {
    atomic_store(&own->next, NULL);
    atomic_store(&own->waits, true);
#ifdef MCS_LOCK_TWO_STEPS
    struct mcs_node *before = atomic_load(&lock->tail);
    atomic_store(&lock->tail, own);
#else
    struct mcs_node *before = atomic_exchange(&lock->tail, own);
#endif
    if (!before) return;
    atomic_store(&before->next, own);
    while (atomic_load(&own->waits)) {}
}

static inline void mcs_unlock(struct mcs_lock *lock, struct mcs_node *own) {
    if (!atomic_load(&own->next)) {
        struct mcs_node *expected = own;
        if (atomic_compare_exchange_strong(&lock->tail, &expected, NULL)) return;
#ifdef MCS_LOCK_KEEPS
        return;
#endif
        while (!atomic_load(&own->next)) {}
    }
    atomic_store(&atomic_load(&own->next)->waits, false);
}

#endif
