// expect: failure blocked
// options: --filter barrier
/* Those who leave are not counted. */
#define BARRIER_KEEPS
#include "../objects/barrier_test.h"

LINCE_TEST(barrier) { barrier_test(); }

LINCE_TEST(barrier_many) { barrier_many(); }
