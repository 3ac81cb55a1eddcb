// expect: failure deadlock
/* std::condition_variable: the consumer looks without the lock, and the producer's signal comes before it waits. */
#include <atomic>
#include <condition_variable>
#include <lince/test.h>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable not_empty;
static std::atomic<bool> full{false};

static void produce() {
    full = true;
    not_empty.notify_one();
}

static void consume() {
    while (!full) {
        std::unique_lock<std::mutex> guard(lock);
        not_empty.wait(guard);
    }
}

int main() {
    std::thread producer(produce), consumer(consume);
    producer.join();
    consumer.join();
}
