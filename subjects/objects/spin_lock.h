/* A spin lock: whoever changes `held` from false to true has it.
 *
 * Mistake, by function: spin_lock_two_steps looks first and takes it then. */
#ifndef SUBJECTS_SPIN_LOCK_H
#define SUBJECTS_SPIN_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

struct spin_lock {
    atomic_bool held;
};

static inline void spin_lock(struct spin_lock *lock) {
    while (atomic_exchange(&lock->held, true)) {}
}

static inline void spin_lock_two_steps(struct spin_lock *lock) {
    while (atomic_load(&lock->held)) {}
    atomic_store(&lock->held, true); /* by now somebody else may have it */
}

static inline bool spin_trylock(struct spin_lock *lock) { return !atomic_exchange(&lock->held, true); }

static inline void spin_unlock(struct spin_lock *lock) { atomic_store(&lock->held, false); }

#endif
