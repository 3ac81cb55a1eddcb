// expect: failure deadlock
/* Three philosophers who all take the left fork first. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void dine(void) {
    int left = lince_thread_number() - 1, right = (left + 1) % 3;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
}

LINCE_TEST(philosophers) {
    for (int i = 0; i < 3; i++) lince_test_thread(dine);
}
