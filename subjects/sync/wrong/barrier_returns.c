// expect: violation
// options: --filter barrier
// expect: violation
// options: --filter barrier_many --strategy pct --no-shrink
/* Nobody waits for anybody. */
#define BARRIER_RETURNS
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
