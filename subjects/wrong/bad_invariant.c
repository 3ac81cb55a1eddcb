// expect: failure data-race
// expect: failure invariant
// options: --no-data-races
/* Two numbers that should be equal whenever nothing runs. */
#include <lince/test.h>

static long one, other;

static void add(long n) {
    one += n;
    other += n;
}

static bool equal(void) { return one == other; }

LINCE_TEST(bad_invariant) {
    lince_test_spec("counter");
    lince_test_op("add", add, lince_unique);
    lince_test_invariant(equal);
    lince_test_scenario("add(1) | add(2)");
}
