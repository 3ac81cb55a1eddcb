// expect: failure data-race
// expect: violation
// options: --no-data-races
/* A lock that is looked at and then taken. */
#include "../objects/spin_lock.h"

static struct spin_lock lock;
static void enter(void) { spin_lock_two_steps(&lock); }
static void leave(void) { spin_unlock(&lock); }

#include "../objects/guarded_counter.h"

LINCE_TEST(spin_lock) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
