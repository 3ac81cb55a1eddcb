// expect: ok exhaustive
// options: --strategy dpor
/* std::atomic_flag as a lock, std::atomic as what it guards in two steps. */
#include <atomic>
#include <lince/test.h>

static std::atomic_flag held = ATOMIC_FLAG_INIT;
static std::atomic<long> value{0};

static long fetch_add(long amount) {
    while (held.test_and_set(std::memory_order_acquire)) {}
    long old = value.load(std::memory_order_relaxed);
    value.store(old + amount, std::memory_order_relaxed);
    held.clear(std::memory_order_release);
    return old;
}

LINCE_TEST(spin_lock) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", fetch_add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1) fetch_add(1) | fetch_add(1)");
}
