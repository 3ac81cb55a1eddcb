// expect: ok exhaustive
// options: --strategy dpor
/* Variables of a thread: declared, and by key.  An access to something shared lets threads interleave. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Thread_local long own = 5;
static pthread_key_t key;
static atomic_int shared;

static void setup(void) { pthread_key_create(&key, NULL); }

static void use(void) {
    intptr_t me = lince_thread_number();
    lince_assert(own == 5 && !pthread_getspecific(key));
    own = me;
    pthread_setspecific(key, (void *)me);
    atomic_fetch_add(&shared, 1);
    lince_assert(own == me && (intptr_t)pthread_getspecific(key) == me);
}

LINCE_TEST(thread_local) {
    lince_test_setup(setup);
    for (int i = 0; i < 3; i++) lince_test_thread(use);
}
