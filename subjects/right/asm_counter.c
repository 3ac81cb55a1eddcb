// expect: ok exhaustive
// options: --strategy dpor --filter asm
// executions: 60
// expect: ok exhaustive
// options: --strategy dpor --filter builtin
// executions: 60
/* A counter by `lock xadd`, and its twin. */
#include <lince/test.h>

#include "../objects/asm_atomics.h"

static long count;

#define BOTH(how)                                                                                                      \
    static long how##_add(long n) { return how##_fetch_add(&count, n); }                                               \
    static long how##_get(void) { return how##_load(&count); }                                                         \
    LINCE_TEST(how) {                                                                                                  \
        lince_test_spec("counter");                                                                                    \
        lince_test_op("fetch_add", how##_add, lince_range(1, 1));                                                      \
        lince_test_op("get", how##_get);                                                                               \
        lince_test_scenario("fetch_add(1) get() | fetch_add(1) fetch_add(1) | get() get()");                           \
    }
BOTH(asm)
BOTH(builtin)
