// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::latch: who waits for it sees what all have done before they counted down. */
#include <atomic>
#include <latch>
#include <lince/test.h>

static std::latch done(2);
static long parts[2];

static void work(int part) {
    parts[part] = part + 1;
    done.count_down();
}

static long sum() {
    done.wait();
    return parts[0] + parts[1];
}

LINCE_TEST(latch) {
    lince_test_op("work", work, lince_range(0, 1));
    lince_test_op("sum", sum);
    lince_test_scenario("work(0) | work(1) | sum()");
    lince_test_scenario("work(0) | work(1) sum() | sum()");
}
