// expect: violation
// options: --filter combining_barrier
// expect: violation
// options: --filter combining_barrier_many --strategy pct --no-shrink
/* A thread reads the sum of the next round. */
#define COMBINING_LATE
#include "../objects/combining_barrier_test.h"

LINCE_TEST(combining_barrier) { combining_barrier_test(); }

LINCE_TEST(combining_barrier_many) { combining_barrier_many(); }
