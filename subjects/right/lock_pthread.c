// expect: ok exhaustive
/* A mutex of POSIX, by its specification: nothing says that lock may wait, or that what is locked is unlocked. */
#define LOCK_TRIES
#include "../objects/lock_test.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static bool trylock(void) { return pthread_mutex_trylock(&mutex) == 0; }
static void unlock(void) { pthread_mutex_unlock(&mutex); }

LINCE_TEST(lock_pthread) { lock_operations(); }
