/* C++: threads, locks and condition variables of the standard library.
 *
 *     $ lince test buffer.cpp
 *
 * A buffer for one value makes producers and consumers wait.  No specification by name is needed to find that one of
 * them may wait for ever: a waiter that is woken must look again, and the right one must be woken. */
#include <condition_variable>
#include <lince/test.h>
#include <mutex>

static std::mutex lock;
static std::condition_variable changed;
static bool full;
static long slot;

static void put(long value) {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return !full; });
    slot = value;
    full = true;
    changed.notify_one(); /* wrong: it may wake another producer.  notify_all() would do. */
}

static long take() {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return full; });
    full = false;
    changed.notify_one();
    return slot;
}

LINCE_TEST(buffer) {
    lince_test_spec("queue");
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_scenario("put(1) put(2) | take() | take()");
}
