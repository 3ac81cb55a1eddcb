// expect: violation
// options: -- -std=c++20
/* std::atomic_ref: two atomic accesses are not one. */
#include <atomic>
#include <lince/test.h>

static unsigned count;

LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", [] { std::atomic_ref<unsigned>(count).store(std::atomic_ref<unsigned>(count).load() + 1); });
    lince_test_op("get", [] { return std::atomic_ref<unsigned>(count).load(); });
}
