// expect: failure deadlock
/* A barrier whose next round begins before all have left the last one: one thread is left behind, and the other waits
 * for it in the next round. */
#define IN_OUT_BARRIER_ENTERS
#include "../objects/in_out_barrier.h"

static struct in_out_barrier barrier;
static void meet(void) { in_out_barrier_wait(&barrier); }

#include "../objects/rounds_test.h"

static void setup(void) { in_out_barrier_init(&barrier, 2); }

LINCE_TEST(in_out_barrier) {
    lince_test_setup(setup);
    rounds_test();
}
