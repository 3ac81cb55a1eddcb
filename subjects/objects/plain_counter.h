/* A counter that is a plain variable, with a lock or without. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void add(void) {
    if (LOCKED) pthread_mutex_lock(&lock);
    count++;
    if (LOCKED) pthread_mutex_unlock(&lock);
}

static void check(void) { lince_assert(count == 2); }

LINCE_TEST(plain_counter) {
    lince_test_thread(add);
    lince_test_thread(add);
    lince_test_finally(check);
}
