// expect: failure deadlock
// options: -- -std=c++20
/* A std::stop_token is asked for, but nothing wakes up whoever waits without it. */
#include <condition_variable>
#include <lince/test.h>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;

int main() {
    std::jthread worker([](std::stop_token stop) {
        std::unique_lock<std::mutex> guard(lock);
        while (!stop.stop_requested()) changed.wait(guard); /* std::condition_variable_any can wait with a token */
    });
}
