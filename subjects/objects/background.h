/* A counter that a thread of its own counts for all: the first who comes starts it, and it waits for more for ever.
 *
 * BACKGROUND_ONCE: it tells only one of those who wait, though it has counted for several. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, counted = PTHREAD_COND_INITIALIZER;
static bool started;
static int wanted, count;

static void *work(void *nothing) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (count == wanted) pthread_cond_wait(&asked, &lock);
        count = wanted;
#ifdef BACKGROUND_ONCE
        pthread_cond_signal(&counted);
#else
        pthread_cond_broadcast(&counted);
#endif
    }
    return nothing;
}

static int next(void) {
    pthread_mutex_lock(&lock);
    if (!started) {
        pthread_t thread;
        started = pthread_create(&thread, NULL, work, NULL) == 0;
        pthread_detach(thread);
    }
    int mine = ++wanted;
    pthread_cond_signal(&asked);
    while (count < mine) pthread_cond_wait(&counted, &lock);
    pthread_mutex_unlock(&lock);
    return mine;
}

LINCE_TEST(background) {
    lince_test_op("next", next);
    lince_test_scenario("; next() | next(); next()");
    lince_test_scenario("next(); next() | next()");
}
