// expect: ok exhaustive
// options: --strategy dpor -- -std=c++17
// expect: ok exhaustive
// options: -- -std=c++17
/* std::scoped_lock: two accounts, locked together in either order.  Who does not get the second one gives the first
 * back and starts over. */
#include <lince/test.h>
#include <mutex>

static std::mutex locks[2];
static long balance[2] = {5, 5};

static bool move(int from, int amount) {
    std::scoped_lock both(locks[from], locks[1 - from]);
    if (balance[from] < amount) return false;
    balance[from] -= amount;
    balance[1 - from] += amount;
    return true;
}

static long sum() {
    std::scoped_lock both(locks[0], locks[1]);
    return balance[0] + balance[1];
}

LINCE_TEST(accounts) {
    lince_test_op("move", move, lince_range(0, 1), lince_range(3, 3));
    lince_test_op("sum", sum);
    lince_test_scenario("move(0, 3) | move(1, 3)");
    lince_test_scenario("move(0, 3) | move(1, 3) | sum()");
}
