// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::jthread and std::stop_token: a worker that waits is told to stop by the end of its thread's object. */
#include <condition_variable>
#include <deque>
#include <lince/test.h>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable_any changed;
static std::deque<int> jobs;
static int done;

int main() {
    std::jthread worker([](std::stop_token stop) {
        std::unique_lock<std::mutex> guard(lock);
        while (changed.wait(guard, stop, [] { return !jobs.empty(); })) {
            jobs.pop_front();
            done++;
        }
    });
    {
        std::lock_guard<std::mutex> guard(lock);
        jobs.push_back(1);
    }
    changed.notify_one();
    worker.request_stop();
    worker.join();
    lince_assert(done == 1);
}
