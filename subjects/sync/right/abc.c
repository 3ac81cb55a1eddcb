// expect: ok exhaustive
// options: --filter abc
// expect: ok sampled
// options: --filter abc_many --strategy pct --max-executions 1000
/* Three meet, one of each kind. */
#include "../objects/abc_test.h"

LINCE_TEST(abc) { abc_test(); }

LINCE_TEST(abc_many) { abc_many(); }
