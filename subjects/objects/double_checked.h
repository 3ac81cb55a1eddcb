/* Double-checked locking: who finds the object made does not take the lock.  SLOT is the type of the pointer to it. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SLOT slot;

static void use(void) {
    long *object = slot;
    if (!object) {
        pthread_mutex_lock(&lock);
        object = slot;
        if (!object) {
            object = malloc(sizeof *object);
            *object = 42;
            slot = object;
        }
        pthread_mutex_unlock(&lock);
    }
    lince_assert(*object == 42);
}

LINCE_TEST(double_checked) {
    lince_test_thread(use);
    lince_test_thread(use);
}
