// expect: ok exhaustive
// options: --filter two_families
// expect: ok sampled
// options: --filter two_families_many --strategy pct --max-executions 1000
/* Members of two families meet, each two once. */
#include "../objects/two_families_test.h"

LINCE_TEST(two_families) { two_families_test(); }

LINCE_TEST(two_families_many) { two_families_many(); }
