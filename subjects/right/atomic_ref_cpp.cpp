// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::atomic_ref: a plain variable, counted atomically. */
#include <atomic>
#include <lince/test.h>

static unsigned count;

LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", [] { std::atomic_ref<unsigned>(count)++; });
    lince_test_op("get", [] { return std::atomic_ref<unsigned>(count).load(); });
}
