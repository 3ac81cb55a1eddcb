// expect: failure crash
/* abort, if one thread is faster. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first;

static void one(void) { atomic_store(&first, 1); }
static void other(void) {
    if (!atomic_load(&first)) abort();
}

LINCE_TEST(bad_abort) {
    lince_test_thread(one);
    lince_test_thread(other);
}
