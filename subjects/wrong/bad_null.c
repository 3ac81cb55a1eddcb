// expect: failure crash
/* A pointer is used after a check that another thread has outdated. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stddef.h>

static int target;
static _Atomic(int *) pointer = &target;

static void uses(void) {
    if (atomic_load(&pointer)) *atomic_load(&pointer) = 1;
}

static void clears(void) { atomic_store(&pointer, NULL); }

LINCE_TEST(bad_null) {
    lince_test_thread(uses);
    lince_test_thread(clears);
}
