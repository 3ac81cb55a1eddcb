// expect: failure spinning
/* Two locks in either order: who does not get the second starts over, but one of them keeps the first. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long value;

static long both(pthread_mutex_t *first, pthread_mutex_t *second, int keeps) {
    pthread_mutex_lock(first);
    while (pthread_mutex_trylock(second) != 0) {
        if (keeps) continue;
        pthread_mutex_unlock(first);
        pthread_mutex_lock(first);
    }
    long old = value++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return old;
}

static long forward(void) { return both(&a, &b, 1); }
static long backward(void) { return both(&b, &a, 0); }
static long other(void) { return both(&b, &a, 1); }

LINCE_TEST(backoff) {
    lince_test_op("forward", forward);
    lince_test_op("backward", backward);
    lince_test_op("other", other);
    lince_test_scenario("forward() | backward()");
    lince_test_scenario("forward() | other()");
}
