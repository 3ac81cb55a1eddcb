// expect: failure crash
// options: --strategy dpor --allow assertion
/* A failure that is allowed ends an execution, but must not hide what another thread does. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int left, right;

static void fails(void) {
    left = 1;
    lince_assert(!left);
}

static void crashes(void) {
    static int *volatile nowhere;
    right = 1;
    *nowhere = right;
}

LINCE_TEST(behind_failure) {
    lince_test_thread(fails);
    lince_test_thread(crashes);
}
