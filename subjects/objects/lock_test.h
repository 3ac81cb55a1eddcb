/* What tests of a lock do: `lock`, `trylock` if LOCK_TRIES is defined, and `unlock`, judged by `mutex`.  The
 * specification says in which order they may be called, and that `lock` waits while the lock is held. */
#ifndef SUBJECTS_LOCK_TEST_H
#define SUBJECTS_LOCK_TEST_H

#include <lince/test.h>

static void lock(void);
static void unlock(void);
#ifdef LOCK_TRIES
static bool trylock(void);
#endif

static inline void lock_operations(void) {
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
#ifdef LOCK_TRIES
    lince_test_op("trylock", trylock);
#endif
    lince_test_op("unlock", unlock);
}

#endif
