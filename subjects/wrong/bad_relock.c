// expect: failure deadlock
/* A thread waits for a lock that it holds itself. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void locks_twice(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

LINCE_TEST(bad_relock) { lince_test_thread(locks_twice); }
