// expect: ok exhaustive
/* A barrier that counts threads in and out. */
#include "../objects/in_out_barrier.h"

static struct in_out_barrier barrier;
static void meet(void) { in_out_barrier_wait(&barrier); }

#include "../objects/rounds_test.h"

static void setup(void) { in_out_barrier_init(&barrier, 2); }

LINCE_TEST(in_out_barrier) {
    lince_test_setup(setup);
    rounds_test();
}
