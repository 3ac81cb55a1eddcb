// expect: ok exhaustive
// options: --filter exchanger
// expect: ok sampled
// options: --filter exchanger_many --strategy pct --max-executions 1000
/* Two meet and exchange values. */
#include "../objects/exchanger_test.h"

LINCE_TEST(exchanger) { exchanger_test(); }

LINCE_TEST(exchanger_many) { exchanger_many(); }
