// expect: ok exhaustive
// options: --filter combining_barrier
// expect: ok sampled
// options: --filter combining_barrier_many --strategy pct --max-executions 1000
/* A barrier that adds up what the threads bring. */
#include "../objects/combining_barrier_test.h"

LINCE_TEST(combining_barrier) { combining_barrier_test(); }

LINCE_TEST(combining_barrier_many) { combining_barrier_many(); }
