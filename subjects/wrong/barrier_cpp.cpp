// expect: failure data-race
// options: -- -std=c++20
// expect: failure assertion
// options: --no-data-races -- -std=c++20
/* std::barrier: nothing keeps the second phase's write from coming before the other's read in the first. */
#include <barrier>
#include <cassert>
#include <lince/test.h>

static int cells[2];
static std::barrier<> barrier(2);

static void both(int me) {
    cells[me] = 1;
    barrier.arrive_and_wait();
    int other = cells[1 - me];
    cells[me] = other + 1;
}

LINCE_TEST(barrier) {
    lince_test_thread([] { both(0); });
    lince_test_thread([] { both(1); });
    lince_test_finally([] { assert(cells[0] == 2 && cells[1] == 2); });
}
