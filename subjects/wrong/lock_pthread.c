// expect: failure blocked
/* trylock waits, though by then it could return false. */
#define LOCK_TRIES
#include "../objects/lock_test.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static bool trylock(void) { return pthread_mutex_lock(&mutex) == 0; }
static void unlock(void) { pthread_mutex_unlock(&mutex); }

/* Where every thread unlocks, a thread that waits in trylock gets the lock in the end. */
LINCE_TEST(lock_pthread) {
    lock_operations();
    lince_test_scenario("lock() | trylock()");
}
