// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::counting_semaphore and std::binary_semaphore: a bounded buffer without a condition variable. */
#include <deque>
#include <lince/test.h>
#include <semaphore>

static std::counting_semaphore<1> room(1), values(0);
static std::binary_semaphore lock(1);
static std::deque<long> buffer;

static void enq(long value) {
    room.acquire();
    lock.acquire();
    buffer.push_back(value);
    lock.release();
    values.release();
}

static long deq() {
    values.acquire();
    lock.acquire();
    long value = buffer.front();
    buffer.pop_front();
    lock.release();
    room.release();
    return value;
}

LINCE_TEST(buffer) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("enq(1) enq(2) | deq() deq()");
}
