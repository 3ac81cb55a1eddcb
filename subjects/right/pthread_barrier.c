// expect: ok exhaustive
// options: --strategy dpor
/* The barrier of pthreads. */
#include <pthread.h>

static pthread_barrier_t barrier;
static void meet(void) { pthread_barrier_wait(&barrier); }

#include "../objects/rounds_test.h"

static void setup(void) { pthread_barrier_init(&barrier, NULL, 2); }

LINCE_TEST(pthread_barrier) {
    lince_test_setup(setup);
    rounds_test();
}
