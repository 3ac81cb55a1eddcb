// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::atomic::wait: a slot for one value.  Several wait at either side, so that all are told. */
#include <atomic>
#include <lince/test.h>

static std::atomic<long> slot{0};

static void put(long value) {
    for (long empty = 0; !slot.compare_exchange_strong(empty, value); empty = 0) slot.wait(empty);
    slot.notify_all();
}

static long take() {
    for (;;) {
        long value = slot.exchange(0);
        if (value) {
            slot.notify_all();
            return value;
        }
        slot.wait(0);
    }
}

LINCE_TEST(slot) {
    lince_test_spec("queue");
    lince_test_op("enq", put, lince_unique);
    lince_test_op("deq", take);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("enq(1) | enq(2) | deq() deq()");
}
