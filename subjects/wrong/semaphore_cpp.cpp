// expect: failure deadlock
// options: -- -std=c++20
/* std::binary_semaphore as a lock: whoever returns early keeps it. */
#include <deque>
#include <lince/test.h>
#include <optional>
#include <semaphore>

static std::binary_semaphore lock(1);
static std::deque<long> buffer;

LINCE_TEST(buffer) {
    lince_test_spec("queue");
    lince_test_op("enq", [](long value) {
        lock.acquire();
        buffer.push_back(value);
        lock.release();
    });
    lince_test_op("deq", []() -> std::optional<long> {
        lock.acquire();
        if (buffer.empty()) return std::nullopt;
        long value = buffer.front();
        buffer.pop_front();
        lock.release();
        return value;
    });
}
