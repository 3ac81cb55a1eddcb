// expect: failure spinning
/* Nobody gives the lock back, and whoever comes second waits for ever. */
#include "../objects/spin_lock.h"

static struct spin_lock lock;
static void enter(void) { spin_lock(&lock); }
static void leave(void) {}

#include "../objects/guarded_counter.h"

LINCE_TEST(spin_forever) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
