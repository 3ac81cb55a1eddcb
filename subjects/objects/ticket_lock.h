/* A ticket lock: first come, first served.
 *
 * Mistake, by macro:
 *     TICKET_LOCK_TWO_STEPS  a ticket is read and then counted up, so that two threads may draw the same */
#ifndef SUBJECTS_TICKET_LOCK_H
#define SUBJECTS_TICKET_LOCK_H

#include <stdatomic.h>

struct ticket_lock {
    atomic_int next, serving;
};

static inline void ticket_lock(struct ticket_lock *lock) {
#ifdef TICKET_LOCK_TWO_STEPS
    int mine = atomic_load(&lock->next);
    atomic_store(&lock->next, mine + 1);
#else
    int mine = atomic_fetch_add(&lock->next, 1);
#endif
    while (atomic_load(&lock->serving) != mine) {}
}

static inline void ticket_unlock(struct ticket_lock *lock) { atomic_fetch_add(&lock->serving, 1); }

#endif
