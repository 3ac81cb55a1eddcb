// expect: ok exhaustive
// options: --strategy dpor --filter asm
// executions: 36
// expect: ok exhaustive
// options: --strategy dpor --filter builtin
// executions: 36
// expect: ok exhaustive
// options: --filter asm
/* A spin lock in inline assembly, and its twin.  Whoever waits looks before it tries, and that is a loop which waits.
 */
#include <lince/test.h>

#include "../objects/asm_atomics.h"

static long held, count;

#define BOTH(how)                                                                                                      \
    static long how##_add(long n) {                                                                                    \
        do {                                                                                                           \
            do how##_pause();                                                                                          \
            while (how##_load(&held));                                                                                 \
        } while (how##_exchange(&held, 1));                                                                            \
        long old = count;                                                                                              \
        count = old + n;                                                                                               \
        how##_store(&held, 0);                                                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    LINCE_TEST(how) {                                                                                                  \
        lince_test_spec("counter");                                                                                    \
        lince_test_op("fetch_add", how##_add, lince_range(1, 1));                                                      \
        lince_test_scenario("fetch_add(1) | fetch_add(1) | fetch_add(1)");                                             \
    }
BOTH(asm)
BOTH(builtin)
