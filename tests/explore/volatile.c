/* Volatile variables: accesses to them race with nothing as far as C11 is concerned here, and yet it matters when each
 * happens. */
#include <lince/test.h>

static volatile int first, second;
static int seen[2];

static void one(void) {
    first = 1;
    seen[0] = second;
}

static void other(void) {
    second = 1;
    seen[1] = first;
}

static void one_came_first(void) { lince_assert(seen[0] || seen[1]); }

LINCE_TEST(volatile_variables) {
    lince_test_thread(one);
    lince_test_thread(other);
    lince_test_finally(one_came_first);
}
