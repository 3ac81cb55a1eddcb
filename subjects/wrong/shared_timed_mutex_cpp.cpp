// expect: failure data-race
// expect: violation
// options: --allow data-race
/* std::timed_mutex: nobody looks whether the lock was got in time. */
#include <chrono>
#include <lince/test.h>
#include <mutex>

using namespace std::chrono_literals;
static std::timed_mutex lock;
static long value;

LINCE_TEST(timed) {
    lince_test_spec("counter");
    lince_test_op("inc", [] {
        std::unique_lock<std::timed_mutex> guard(lock, 1ms);
        value++;
    });
    lince_test_op("get", [] {
        std::unique_lock<std::timed_mutex> guard(lock);
        return value;
    });
    lince_test_scenario("; inc() | inc(); get()");
}
