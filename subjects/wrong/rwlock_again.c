// expect: failure assertion
// options: --strategy dpor
/* A reader that takes the lock once more while it has it.  A writer that waits could have come before the first time,
 * but not before the second. */
#include <lince/test.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void reads(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    lince_assert(value == 0);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
}

static void writes(void) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
}

LINCE_TEST(rwlock_again) {
    lince_test_thread(reads);
    lince_test_thread(writes);
}
