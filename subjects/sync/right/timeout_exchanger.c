// expect: ok exhaustive
// options: --filter timeout_exchanger
// expect: ok sampled
// options: --filter timeout_exchanger_many --strategy pct --max-executions 1000
/* An exchanger that gives up after a while. */
#include "../objects/timeout_exchanger_test.h"

LINCE_TEST(timeout_exchanger) { timeout_exchanger_test(); }

LINCE_TEST(timeout_exchanger_many) { timeout_exchanger_many(); }
