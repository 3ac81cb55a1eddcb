// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Operations that start threads of their own: what those do belongs to the operation, also when it runs alone, and
 * comes after the call, also when starting the thread is the first thing that the operation does. */
#include <future>
#include <lince/test.h>
#include <mutex>
#include <thread>

static std::mutex lock;
static long value;

static long add() {
    std::lock_guard<std::mutex> guard(lock);
    std::thread([] { value++; }).join();
    return value;
}

static long get() {
    return std::async(std::launch::async,
                      [] {
                          std::lock_guard<std::mutex> guard(lock);
                          return value;
                      })
        .get();
}

LINCE_TEST(helpers) {
    lince_test_op("add", add);
    lince_test_op("get", get);
    lince_test_scenario("add() | get()");
    lince_test_scenario("add() | add()");
    lince_test_scenario("add() get() | add()");
}
