// expect: ok exhaustive
// options: --filter barrier
/* A barrier that counts threads in and out. */
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
