// expect: violation
// options: --filter enrollable_barrier
// expect: violation
// options: --filter enrollable_barrier_many --strategy pct --no-shrink
/* A thread is counted with those who are about to leave. */
#define ENROLLABLE_REENTERS
#include "../objects/enrollable_barrier_test.h"

LINCE_TEST(enrollable_barrier) { enrollable_barrier_test(); }

LINCE_TEST(enrollable_barrier_many) { enrollable_barrier_many(); }
