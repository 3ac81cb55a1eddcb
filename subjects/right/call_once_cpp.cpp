// expect: ok exhaustive
// options: --strategy dpor
/* std::call_once: the first attempt fails, and whoever comes next makes another. */
#include <atomic>
#include <lince/test.h>
#include <memory>
#include <mutex>
#include <stdexcept>

static std::once_flag once;
static std::unique_ptr<long> resource;
static int attempts;

static bool use() {
    try {
        std::call_once(once, [] {
            if (attempts++ == 0) throw std::runtime_error("not yet");
            resource.reset(new long(7));
        });
    } catch (const std::runtime_error &) {
        return false;
    }
    lince_assert(attempts == 2 && *resource == 7);
    return true;
}

LINCE_TEST(once) {
    lince_test_op("use", use);
    lince_test_scenario("use() | use() | use()");
    lince_test_scenario("use() use() | use()");
}
