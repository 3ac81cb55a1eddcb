// expect: failure blocked
// options: --filter barrier
// expect: failure blocked
// options: --filter barrier_many --strategy pct --no-shrink
/* The next round begins before all have left the last one. */
#define BARRIER_REENTERS
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
