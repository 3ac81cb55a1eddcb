// expect: failure blocked
// options: --filter barrier
// expect: failure blocked
// options: --filter barrier_many --strategy pct --no-shrink
/* Those who leave are not counted. */
#define BARRIER_KEEPS
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
