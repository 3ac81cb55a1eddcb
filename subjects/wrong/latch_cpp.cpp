// expect: failure deadlock
// options: -- -std=c++20
/* std::latch: it counts the thread that waits, too, which only waits. */
#include <latch>
#include <lince/test.h>

static std::latch done(3);
static long parts[2];

LINCE_TEST(latch) {
    lince_test_op(
        "work",
        [](int part) {
            parts[part] = part + 1;
            done.count_down();
        },
        lince_range(0, 1));
    lince_test_op("sum", [] {
        done.wait(); /* arrive_and_wait() would do */
        return parts[0] + parts[1];
    });
    lince_test_scenario("work(0) | work(1) | sum()");
}
