// expect: violation
/* An operation leaves its work to a thread and returns without waiting for it. */
#include <atomic>
#include <lince/test.h>
#include <thread>

static std::atomic<long> value{0};

LINCE_TEST(helpers) {
    lince_test_spec("counter");
    lince_test_op("inc", [] { std::thread([] { value++; }).detach(); });
    lince_test_op("get", [] { return value.load(); });
    lince_test_scenario("; inc() get() | inc()");
}
