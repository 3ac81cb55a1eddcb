// expect: failure data-race
// expect: failure assertion
// options: --allow data-race
/* A variable that should be each thread's own, and is not. */
#include <lince/test.h>
#include <stdatomic.h>

static long own;
static atomic_int shared;

static void use(void) {
    own = lince_thread_number();
    atomic_fetch_add(&shared, 1);
    lince_assert(own == lince_thread_number());
}

LINCE_TEST(thread_local) {
    lince_test_thread(use);
    lince_test_thread(use);
}
