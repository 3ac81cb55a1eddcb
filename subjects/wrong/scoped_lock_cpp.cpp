// expect: failure deadlock
/* Two locks one after another, in either order: std::scoped_lock would do. */
#include <lince/test.h>
#include <mutex>

static std::mutex locks[2];
static long balance[2] = {5, 5};

static bool move(int from, int amount) {
    std::lock_guard<std::mutex> mine(locks[from]), theirs(locks[1 - from]);
    if (balance[from] < amount) return false;
    balance[from] -= amount;
    balance[1 - from] += amount;
    return true;
}

LINCE_TEST(accounts) {
    lince_test_op("move", move, lince_range(0, 1), lince_range(3, 3));
    lince_test_scenario("move(0, 3) | move(1, 3)");
}
