// expect: failure data-race
// expect: failure crash
// options: --allow data-race
/* Once, made by hand: the flag is set before the work is done, and others find nothing there. */
#include <atomic>
#include <lince/test.h>
#include <memory>

static std::atomic<bool> begun{false};
static std::unique_ptr<long> resource;

static long use() {
    if (!begun.exchange(true)) resource.reset(new long(7));
    return *resource;
}

LINCE_TEST(once) {
    lince_test_op("use", use);
    lince_test_scenario("use() | use()");
}
