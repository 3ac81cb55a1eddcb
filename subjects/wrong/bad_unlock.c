// expect: failure misuse
/* A lock is given back by a thread that may not hold it. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void locks(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void unlocks(void) { pthread_mutex_unlock(&lock); }

LINCE_TEST(bad_unlock) {
    lince_test_thread(locks);
    lince_test_thread(unlocks);
}
