/* A promise, and what the thread does between keeping it and its end. */
#include <future>
#include <lince/test.h>
#include <thread>

int main() {
    std::promise<long> promise;
    auto promised = promise.get_future();
    long counted = 0;
    std::thread worker([&] {
        promise.KEEP(1);
        counted = 2;
    });
    lince_assert(promised.get() == 1);
    lince_assert(counted == 2);
    worker.join();
}
