// expect: failure deadlock
/* The pool of right/resident_pool.c, whose worker wakes just one of those who wait: perhaps not the one it worked for.
 */
#include <lince/test.h>
#include <pthread.h>
#include <stddef.h>

typedef struct task {
    int in, out;
    bool done;
    struct task *next;
} task;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, result = PTHREAD_COND_INITIALIZER;
static task *first, **last = &first;
static bool stopped;
static pthread_t worker;

static task *take(void) {
    while (!first && !stopped) pthread_cond_wait(&work, &mutex);
    task *t = first;
    if (t && !(first = t->next)) last = &first;
    return t;
}

static void *serve(void *nothing) {
    pthread_mutex_lock(&mutex);
    for (task *t; (t = take());) {
        pthread_mutex_unlock(&mutex);
        int out = t->in * t->in;
        pthread_mutex_lock(&mutex);
        t->out = out;
        t->done = true;
        pthread_cond_signal(&result); /* which may wake somebody else */
    }
    pthread_mutex_unlock(&mutex);
    return nothing;
}

static int square(int in) {
    task t = {.in = in};
    pthread_mutex_lock(&mutex);
    *last = &t;
    last = &t.next;
    pthread_cond_signal(&work);
    while (!t.done) pthread_cond_wait(&result, &mutex);
    pthread_mutex_unlock(&mutex);
    return t.out;
}

static void make(void) { pthread_create(&worker, NULL, serve, NULL); }

static void destroy(void) {
    pthread_mutex_lock(&mutex);
    stopped = true;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&mutex);
    pthread_join(worker, NULL);
}

static int squared(int in) { return in * in; }
static char nothing_to_remember;

LINCE_TEST(resident_pool) {
    lince_test_setup(make);
    lince_test_finally(destroy);
    lince_test_op("square", square, lince_range(2, 3));
    lince_test_model(&nothing_to_remember, 1);
    lince_test_model_op("square", squared);
    lince_test_size(2, 1);
}
