// expect: ok exhaustive
// options: --scenario 'put(1) | put(2)' --jobs 1 --max-executions 1000
/* Without a specification: a thread that polls under the lock comes between operations in very many ways that are all
 * the same. */
#include <lince/test.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum, flushed;
static bool stopped;
static pthread_t flusher;

static void *flush(void *nothing) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        flushed = sum;
        bool enough = stopped;
        pthread_mutex_unlock(&mutex);
        if (enough) return nothing;
        sched_yield();
    }
}

static void make(void) { pthread_create(&flusher, NULL, flush, NULL); }

static int put(int amount) {
    pthread_mutex_lock(&mutex);
    int before = sum;
    sum += amount;
    pthread_mutex_unlock(&mutex);
    return before;
}

static void destroy(void) {
    pthread_mutex_lock(&mutex);
    stopped = true;
    pthread_mutex_unlock(&mutex);
    pthread_join(flusher, NULL);
}

LINCE_TEST(resident_polls) {
    lince_test_setup(make);
    lince_test_finally(destroy);
    lince_test_op("put", put, lince_range(1, 2));
}
