// expect: ok exhaustive
// options: --filter barrier
// expect: ok exhaustive
// options: --filter barrier --spurious 1 --scenario "sync() sync() | sync() sync()"
// expect: ok sampled
// options: --filter barrier_many --strategy pct --max-executions 1000
/* A barrier that counts threads in and out. */
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
