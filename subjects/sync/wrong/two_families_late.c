// expect: violation
// options: --filter two_families
// expect: violation
// options: --filter two_families_many --strategy pct --no-shrink
/* Who waited reads who its partner is too late: others have met. */
#define FAMILIES_LATE
#include "../objects/two_families_test.h"

LINCE_TEST(two_families) { two_families_test(); }

LINCE_TEST(two_families_many) { two_families_many(); }
