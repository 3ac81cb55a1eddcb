// expect: ok exhaustive
// options: --filter one_family
// expect: ok sampled
// options: --filter one_family_many --strategy pct --max-executions 1000
/* Members of one family meet, each two once. */
#include "../objects/one_family_test.h"

LINCE_TEST(one_family) { one_family_test(); }

LINCE_TEST(one_family_many) { one_family_many(); }
