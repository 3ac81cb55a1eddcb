// expect: ok exhaustive
// options: --filter enrollable_barrier
// expect: ok sampled
// options: --filter enrollable_barrier_many --strategy pct --max-executions 1000
/* A barrier of those who are enrolled. */
#include "../objects/enrollable_barrier_test.h"

LINCE_TEST(enrollable_barrier) { enrollable_barrier_test(); }

LINCE_TEST(enrollable_barrier_many) { enrollable_barrier_many(); }
