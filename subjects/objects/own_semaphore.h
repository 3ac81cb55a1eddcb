/* A semaphore made of a mutex and a condition.  With OWN_SEMAPHORE_ONCE who posts wakes a thread only if there was
 * nothing before: a second post before the first thread has woken up wakes nobody, and a thread waits for ever though
 * there is something for it. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int value;

static void take(void) {
    pthread_mutex_lock(&lock);
    while (value == 0) pthread_cond_wait(&more, &lock);
    value--;
    pthread_mutex_unlock(&lock);
}

static void post(void) {
    pthread_mutex_lock(&lock);
#ifdef OWN_SEMAPHORE_ONCE
    if (value++ == 0) pthread_cond_signal(&more);
#else
    value++;
    pthread_cond_signal(&more);
#endif
    pthread_mutex_unlock(&lock);
}

LINCE_TEST(own_semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_blocking();
    lince_test_op("wait", take);
    lince_test_op("post", post);
    lince_test_scenario("wait() | wait() | post() post()");
    lince_test_scenario("wait() | wait() | post()");
}
