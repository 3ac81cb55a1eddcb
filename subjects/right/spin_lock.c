// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* A spin lock: whoever waits for it in a loop must not keep the others from running. */
#include "../objects/spin_lock.h"

static struct spin_lock lock;
static void enter(void) { spin_lock(&lock); }
static void leave(void) { spin_unlock(&lock); }

#include "../objects/guarded_counter.h"

LINCE_TEST(spin_lock) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) fetch_add(1) | fetch_add(1)");
    lince_test_scenario("fetch_add(1) | fetch_add(1) | fetch_add(1)");
}
