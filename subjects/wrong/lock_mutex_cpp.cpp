// expect: failure blocked
/* A lock of std::mutex and std::condition_variable that wakes no thread when it becomes free. */
#include <lince/test.h>

#include <condition_variable>
#include <mutex>

static std::mutex m;
static std::condition_variable changed;
static bool held;

LINCE_TEST(lock_mutex) {
    lince_test_spec("mutex");
    lince_test_op("lock", [] {
        std::unique_lock<std::mutex> own(m);
        changed.wait(own, [] { return !held; });
        held = true;
    });
    lince_test_op("unlock", [] {
        std::unique_lock<std::mutex> own(m);
        held = false;
    });
}
