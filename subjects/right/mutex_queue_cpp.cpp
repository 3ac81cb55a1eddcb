// expect: ok exhaustive
// options: --strategy dpor
/* std::mutex and a container of the standard library. */
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
    std::lock_guard<std::mutex> guard(lock);
    if (values.empty()) return lince_empty;
    long value = values.front();
    values.pop_front();
    return value;
}

LINCE_TEST(mutex_queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
