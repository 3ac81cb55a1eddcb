/* Two counters that are equal whenever nobody has the lock.  A thread may end in the middle; whoever comes next is told
 * so by the robust mutex, and makes REPAIRS. */
#define _GNU_SOURCE
#include <errno.h>
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock;
static long first, second;

static void setup(void) {
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &robust);
    pthread_mutexattr_destroy(&robust);
}

static int take(void) {
    int error = pthread_mutex_lock(&lock);
    if (error != EOWNERDEAD) return error;
    REPAIRS;
    return 0;
}

static void *add(void *dies) {
    if (take()) return NULL;
    first++;
    if (dies) return NULL;
    second++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void add_twice(void) {
    pthread_t dies, lives;
    pthread_create(&dies, NULL, add, &dies);
    pthread_create(&lives, NULL, add, NULL);
    pthread_join(dies, NULL);
    pthread_join(lives, NULL);
}

static void look(void) {
    int error = take();
    lince_assert(!error);
    lince_assert(first == second);
    pthread_mutex_unlock(&lock);
    lince_assert(pthread_mutex_consistent(&lock) == EINVAL);
}

LINCE_TEST(robust) {
    lince_test_setup(setup);
    lince_test_thread(add_twice);
    lince_test_thread(look);
}
