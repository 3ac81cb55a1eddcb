/* C++: one test for several types.
 *
 *     $ lince test queues.cpp -- -std=c++17
 *     queues.cpp: locked: ok — linearizable as a queue ...
 *     queues.cpp: hurried: violation — not linearizable as a queue ...
 *
 * The test is a function template, and each LINCE_TEST calls it for one type.  Operations are lambdas; arguments are
 * integers of any kind, and a std::optional without a value is the result EMPTY. */
#include <deque>
#include <lince/test.h>
#include <mutex>
#include <optional>
#include <shared_mutex>

class LockedQueue {
    std::mutex lock;
    std::deque<unsigned> values;

  public:
    void push(unsigned value) {
        std::lock_guard guard(lock);
        values.push_back(value);
    }
    std::optional<unsigned> pop() {
        std::lock_guard guard(lock);
        if (values.empty()) return std::nullopt;
        unsigned value = values.front();
        values.pop_front();
        return value;
    }
};

class HurriedQueue {
    std::shared_mutex lock;
    std::deque<unsigned> values;

  public:
    void push(unsigned value) {
        std::unique_lock guard(lock);
        values.push_back(value);
    }
    std::optional<unsigned> pop() {
        {
            std::shared_lock guard(lock); /* most of the time there is nothing, so readers go together */
            if (values.empty()) return std::nullopt;
        }
        std::unique_lock guard(lock); /* wrong: others may have come first */
        unsigned value = values.empty() ? 0 : values.front();
        if (!values.empty()) values.pop_front();
        return value;
    }
};

template <class Queue> void describe() {
    static Queue queue;
    lince_test_spec("queue");
    lince_test_op("enq", [](unsigned value) { queue.push(value); });
    lince_test_op("deq", [] { return queue.pop(); });
}

LINCE_TEST(locked) { describe<LockedQueue>(); }
LINCE_TEST(hurried) { describe<HurriedQueue>(); }
