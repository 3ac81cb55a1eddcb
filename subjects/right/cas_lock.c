// expect: ok exhaustive
// options: --strategy dpor
/* A spin lock by an exchange that is a loop around compare-and-swap, as libraries make it where there is no other.
 * While the lock is held, one is replaced by one: nothing changes, and the thread waits. */
#include <stdatomic.h>

static atomic_int lock;

static int exchange(int value) {
    int old = atomic_load(&lock);
    while (!atomic_compare_exchange_weak(&lock, &old, value)) {}
    return old;
}

static void enter(void) {
    while (exchange(1)) {}
}
static void leave(void) { atomic_store(&lock, 0); }

#include "../objects/guarded_counter.h"

LINCE_TEST(cas_lock) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) fetch_add(1) | fetch_add(1)");
}
