// expect: ok exhaustive
// options: -- -std=c++20
// expect: ok exhaustive
// options: --strategy dpor -- -std=c++20
/* std::atomic<std::shared_ptr>: replaced while others read; the last owner frees.  libstdc++ 12 keeps a plain pointer
 * under a lock of one bit, which load() gives back with memory_order_relaxed; that is no race of who uses it. */
#include <atomic>
#include <lince/test.h>
#include <memory>

static std::atomic<std::shared_ptr<long>> current;

static void replace(long value) { current.store(std::make_shared<long>(value)); }
static long look() {
    auto mine = current.load();
    return mine ? *mine : lince_nil;
}

LINCE_TEST(atomic_shared_ptr) {
    lince_test_spec("register");
    lince_test_op("write", replace);
    lince_test_op("read", look);
    lince_test_scenario("write(1); write(2) | read()");
    lince_test_scenario("; write(1) | write(2); read()");
}
