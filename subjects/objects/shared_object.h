/* An object with a lock and a count of those who use it; the last one destroys it.  With SHARED_OBJECT_LOOSE a user
 * counts itself off before it has given the lock back. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int users = 2;

static void leave(void) {
    if (atomic_fetch_sub(&users, 1) == 1) pthread_mutex_destroy(&lock);
}

static void use(void) {
    pthread_mutex_lock(&lock);
#ifdef SHARED_OBJECT_LOOSE
    leave();
    if (atomic_load(&users)) pthread_mutex_unlock(&lock);
#else
    pthread_mutex_unlock(&lock);
    leave();
#endif
}

LINCE_TEST(shared_object) {
    lince_test_thread(use);
    lince_test_thread(use);
}
