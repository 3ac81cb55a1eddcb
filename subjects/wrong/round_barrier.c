// expect: failure deadlock
/* A barrier whose waiters look at the count only: one is overtaken by the next round. */
#define ROUND_BARRIER_COUNT_ONLY
#include "../objects/round_barrier.h"

static struct round_barrier barrier;
static void meet(void) { round_barrier_wait(&barrier); }

#include "../objects/rounds_test.h"

static void setup(void) { round_barrier_init(&barrier, 2); }

LINCE_TEST(round_barrier) {
    lince_test_setup(setup);
    rounds_test();
}
