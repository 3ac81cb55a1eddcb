// expect: violation
/* A spin lock in inline assembly that is looked at and then taken. */
#include <lince/test.h>

#include "../objects/asm_atomics.h"

static long held, count;

static long add(long n) {
    while (asm_load(&held)) asm_pause();
    asm_store(&held, 1); /* by now somebody else may have it */
    long old = asm_load(&count);
    asm_store(&count, old + n);
    asm_store(&held, 0);
    return old;
}

LINCE_TEST(spin_lock) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
