// expect: failure blocked
// flags: -std=c++20
/* The first release is lost. */
#include <lince/test.h>

#include <atomic>
#include <semaphore>

static std::counting_semaphore<8> s(0);
static std::atomic<int> lost;

LINCE_TEST(lock_semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_op("acquire", [] { s.acquire(); });
    lince_test_op("try_acquire", [] { return s.try_acquire(); });
    lince_test_op("release", [] {
        if (lost++) s.release();
    });
    lince_test_scenario("acquire() acquire() | release() release()");
    lince_test_scenario("acquire() acquire() | release() try_acquire()");
}
