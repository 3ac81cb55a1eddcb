/* One test for all variants; CLAIM says what is claimed of it. */
#include <lince/test.h>

#include "two_flags.h"

static struct two_flags f;
static long add(long n) { return two_flags_add(&f, lince_thread_number() - 1, n); }

LINCE_TEST(two_flags) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", add, lince_range(1, 2));
    lince_test_scenario("fetch_add(1) | fetch_add(2)");
#ifdef CLAIM
    CLAIM();
#endif
}
