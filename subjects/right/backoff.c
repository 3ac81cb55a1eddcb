// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Two locks in either order: who does not get the second gives the first back and starts over. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long value;

static long both(pthread_mutex_t *first, pthread_mutex_t *second) {
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0) break;
        pthread_mutex_unlock(first);
    }
    long old = value++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return old;
}

static long forward(void) { return both(&a, &b); }
static long backward(void) { return both(&b, &a); }

LINCE_TEST(backoff) {
    lince_test_op("forward", forward);
    lince_test_op("backward", backward);
    lince_test_scenario("forward() | backward()");
    lince_test_scenario("forward() backward() | backward()");
}
