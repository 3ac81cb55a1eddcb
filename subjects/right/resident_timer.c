// expect: ok exhaustive
/* A thread that looks every second for what is due.  It is idle only when its time has come and there was nothing. */
#include <lince/test.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopping = PTHREAD_COND_INITIALIZER;
static int due, fired;
static bool stopped;
static pthread_t timer;

static void *run(void *nothing) {
    pthread_mutex_lock(&mutex);
    while (!stopped) {
        struct timespec then;
        clock_gettime(CLOCK_REALTIME, &then);
        then.tv_sec++;
        if (!pthread_cond_timedwait(&stopping, &mutex, &then)) continue;
        fired += due;
        due = 0;
    }
    pthread_mutex_unlock(&mutex);
    return nothing;
}

static void make(void) { pthread_create(&timer, NULL, run, NULL); }

static void schedule(void) {
    pthread_mutex_lock(&mutex);
    due++;
    pthread_mutex_unlock(&mutex);
}

static void destroy(void) {
    pthread_mutex_lock(&mutex);
    lince_assert(fired == 2);
    stopped = true;
    pthread_cond_signal(&stopping);
    pthread_mutex_unlock(&mutex);
    pthread_join(timer, NULL);
}

LINCE_TEST(resident_timer) {
    lince_test_spec("counter");
    lince_test_setup(make);
    lince_test_finally(destroy);
    lince_test_op("inc", schedule);
    lince_test_scenario("inc() | inc()");
}
