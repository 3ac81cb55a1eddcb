// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::barrier: two phases, and what runs between them when all have arrived. */
#include <barrier>
#include <cassert>
#include <lince/test.h>

static int cells[2], phases;

struct count_phase {
    void operator()() noexcept { phases++; }
};
static std::barrier<count_phase> barrier(2);

static void both(int me) {
    cells[me] = 1;
    barrier.arrive_and_wait();
    assert(phases == 1);
    int other = cells[1 - me];
    barrier.arrive_and_wait();
    cells[me] = other + 1;
}

static void ends() { assert(phases == 2 && cells[0] == 2 && cells[1] == 2); }

LINCE_TEST(barrier) {
    lince_test_thread([] { both(0); });
    lince_test_thread([] { both(1); });
    lince_test_finally(ends);
}
