/* C++: locks and condition variables of the standard library, and a mistake that is no wrong result but none at all.
 *
 *     $ lince test buffer.cpp
 *     buffer.cpp: buffer: violation — a deadlock: no thread can go on: T1 waits in put for a condition variable, ...
 *
 * A buffer for one value makes producers and consumers wait.  They all wait for the same condition, and one of them is
 * woken: it may be one that cannot go on either. */
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
    changed.notify_one();
}

static long take() {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return full; });
    full = false;
    changed.notify_one(); /* wrong: it may wake the other consumer; notify_all() would do */
    return slot;
}

LINCE_TEST(buffer) {
    lince_test_spec("queue");
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_scenario("put(1) put(2) | take() | take()");
}
