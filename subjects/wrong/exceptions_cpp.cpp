// expect: failure deadlock
/* An exception leaves a lock behind that no object gives back. */
#include <lince/test.h>
#include <mutex>
#include <stdexcept>

static std::mutex lock;
static int stock = 1;

static bool take() {
    lock.lock();
    if (stock == 0) throw std::runtime_error("there is nothing");
    stock--;
    lock.unlock();
    return true;
}

LINCE_TEST(stock) {
    lince_test_op("take", [] {
        try {
            return take();
        } catch (const std::runtime_error &) {
            return false;
        }
    });
    lince_test_scenario("take() | take() | take()");
}
