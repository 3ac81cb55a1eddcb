// expect: ok exhaustive
// options: --strategy dpor --spec queue
/* std::thread and std::condition_variable, in a program with a main of its own. */
#include <condition_variable>
#include <lince/test.h>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable not_empty, not_full;
static bool full;
static long slot;

static void enq(long value) {
    lince_op_begin("enq", value);
    {
        std::unique_lock<std::mutex> guard(lock);
        not_full.wait(guard, [] { return !full; });
        slot = value;
        full = true;
        not_empty.notify_one();
    }
    lince_op_end();
}

static void deq() {
    lince_op_begin("deq");
    long value;
    {
        std::unique_lock<std::mutex> guard(lock);
        not_empty.wait(guard, [] { return full; });
        value = slot;
        full = false;
        not_full.notify_one();
    }
    lince_op_end(value);
}

int main() {
    std::thread producer([] {
        enq(1);
        enq(2);
    });
    std::thread one(deq), other(deq);
    producer.join();
    one.join();
    other.join();
}
