// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Three philosophers who take the fork with the smaller number first. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int eating[3];

static void dine(void) {
    int left = lince_thread_number() - 1, right = (left + 1) % 3;
    int first = left < right ? left : right, second = left + right - first;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    lince_assert(!eating[left]++ && !eating[right]++);
    eating[left]--;
    eating[right]--;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
}

LINCE_TEST(philosophers) {
    for (int i = 0; i < 3; i++) lince_test_thread(dine);
}
