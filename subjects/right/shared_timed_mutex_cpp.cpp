// expect: ok exhaustive
// options: --strategy dpor
/* std::shared_timed_mutex and std::timed_mutex: who does not get it in time leaves things as they are. */
#include <chrono>
#include <lince/test.h>
#include <mutex>
#include <shared_mutex>

using namespace std::chrono_literals;
static std::shared_timed_mutex lock;
static std::timed_mutex other;
static long value;

static bool add(long) {
    std::unique_lock<std::timed_mutex> first(other, 1ms); /* it does not matter whether this one is got */
    std::unique_lock<std::shared_timed_mutex> guard(lock);
    return value++ == 0;
}

static bool contains(long) {
    std::shared_lock<std::shared_timed_mutex> guard(lock, 1ms);
    if (!guard) guard.lock();
    return value > 0;
}

LINCE_TEST(timed) {
    lince_test_spec("set");
    lince_test_op("add", add, lince_range(1, 1));
    lince_test_op("contains", contains, lince_range(1, 1));
    lince_test_scenario("add(1) | add(1) | contains(1)");
}
