/* Something is handed over by a condition variable, and written INSIDE the lock or before it is taken. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool full;
long box;

static void put(void) {
    pthread_mutex_lock(&lock);
    if (INSIDE) box = 42;
    full = true;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&filled);
    if (!INSIDE) box = 42;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    lince_assert(box == 42 || (!INSIDE && !box));
}

LINCE_TEST(handed_over) {
    lince_test_thread(put);
    lince_test_thread(take);
}
