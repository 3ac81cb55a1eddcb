// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* A log that a thread empties every now and then, under its lock.  It goes round for ever, which is no livelock: it has
 * nothing to do. */
#include <lince/test.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waiting, written;
static bool stopped;
static pthread_t flusher;

static void *flush(void *nothing) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        written += waiting;
        waiting = 0;
        bool enough = stopped;
        pthread_mutex_unlock(&mutex);
        if (enough) return nothing;
        usleep(1000);
    }
}

static void make(void) { pthread_create(&flusher, NULL, flush, NULL); }

static void add(void) {
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_mutex_unlock(&mutex);
}

static int get(void) {
    pthread_mutex_lock(&mutex);
    int n = waiting + written;
    pthread_mutex_unlock(&mutex);
    return n;
}

static void destroy(void) {
    pthread_mutex_lock(&mutex);
    lince_assert(!waiting);
    stopped = true;
    pthread_mutex_unlock(&mutex);
    pthread_join(flusher, NULL);
}

LINCE_TEST(resident_flusher) {
    lince_test_spec("counter");
    lince_test_setup(make);
    lince_test_finally(destroy);
    lince_test_op("inc", add);
    lince_test_op("get", get);
    lince_test_size(2, 1);
}
