// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --spurious 1
/* A barrier made of a lock and a condition variable. */
#include "../objects/round_barrier.h"

static struct round_barrier barrier;
static void meet(void) { round_barrier_wait(&barrier); }

#include "../objects/rounds_test.h"

static void setup(void) { round_barrier_init(&barrier, 2); }

LINCE_TEST(round_barrier) {
    lince_test_setup(setup);
    rounds_test();
}
