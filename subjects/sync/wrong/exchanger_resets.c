// expect: violation
// options: --filter exchanger
// expect: violation
// options: --filter exchanger_many --strategy pct --no-shrink
/* A third leaves its value before the first has read the second's. */
#define EXCHANGER_RESETS
#include "../objects/exchanger_test.h"

LINCE_TEST(exchanger) { exchanger_test(); }

LINCE_TEST(exchanger_many) { exchanger_many(); }
