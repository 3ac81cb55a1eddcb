// expect: violation
// options: --filter barrier --spurious 1
// expect: violation
// options: --filter barrier_many --strategy pct --spurious 1 --no-shrink
/* A thread that wakes up for no reason goes on. */
#define BARRIER_UNGUARDED
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
