// expect: failure data-race
// options: -- -std=c++17
// expect: violation
// options: --allow data-race -- -std=c++17
/* std::shared_mutex: a reader that counts how often it was asked writes, and others do so at the same time. */
#include <lince/test.h>
#include <mutex>
#include <shared_mutex>

static std::shared_mutex lock;
static long asked;

LINCE_TEST(counter) {
    lince_test_spec("counter");
    lince_test_op("inc", [] {
        std::shared_lock<std::shared_mutex> guard(lock);
        asked++;
    });
    lince_test_op("get", [] {
        std::unique_lock<std::shared_mutex> guard(lock);
        return asked;
    });
    lince_test_scenario("; inc() | inc(); get()");
}
