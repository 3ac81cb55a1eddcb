// expect: ok exhaustive
// options: --strategy dpor
/* std::promise, std::packaged_task and std::async: values and exceptions come from one thread to another. */
#include <future>
#include <lince/test.h>
#include <stdexcept>
#include <string>
#include <thread>

static long checked(std::future<long> &&f) {
    try {
        return f.get();
    } catch (const std::invalid_argument &e) {
        return -(long)std::string(e.what()).size();
    }
}

int main() {
    std::promise<long> promise;
    auto promised = promise.get_future();
    std::packaged_task<long(long)> task(
        [](long n) -> long { throw std::invalid_argument(std::string((size_t)n, 'x')); });
    auto failed = task.get_future();
    std::thread one([&promise] { promise.set_value(1); }), two(std::move(task), 20);
    auto third = std::async(std::launch::async, [] { return 3L; });
    lince_assert(checked(std::move(failed)) == -20);
    lince_assert(checked(std::move(promised)) == 1);
    lince_assert(checked(std::move(third)) == 3);
    one.join();
    two.join();
}
