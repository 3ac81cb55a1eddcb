// expect: violation
/* A counter by `xadd` without the lock: between its reading and its writing others come. */
#include <lince/test.h>

#include "../objects/asm_atomics.h"

static long count;
static long add(long n) { return asm_fetch_add_loose(&count, n); }

LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
