// expect: failure deadlock
/* A worker that is left behind for ever, though all operations have returned: one of them ends with the lock. */
#include <lince/test.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *serve(void *nothing) {
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (!items) pthread_cond_wait(&changed, &mutex);
        items--;
    }
    return nothing;
}

static void make(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, serve, NULL);
}

static void submit(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&changed);
    if (items++) return; /* somebody was told already */
    pthread_mutex_unlock(&mutex);
}

LINCE_TEST(resident_leader) {
    lince_test_spec("counter");
    lince_test_setup(make);
    lince_test_op("inc", submit);
    lince_test_scenario("inc() | inc()");
}
