// expect: violation
/* The lock guards the look and the removal, but not both together. */
#include <deque>
#include <lince/test.h>
#include <mutex>

static std::mutex lock;
static std::deque<long> values;

static void enq(long value) {
    std::lock_guard<std::mutex> guard(lock);
    values.push_back(value);
}

static long deq() {
    long value;
    {
        std::lock_guard<std::mutex> guard(lock);
        if (values.empty()) return lince_empty;
        value = values.front();
    }
    std::lock_guard<std::mutex> guard(lock);
    if (!values.empty()) values.pop_front();
    return value;
}

LINCE_TEST(mutex_queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1); deq() | deq()");
}
