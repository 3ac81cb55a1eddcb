// expect: violation
// options: --filter one_family
// expect: violation
// options: --filter one_family_many --strategy pct --no-shrink
/* Who waited reads who its partner is too late: others have met. */
#define FAMILIES_LATE
#include "../objects/one_family_test.h"

LINCE_TEST(one_family) { one_family_test(); }

LINCE_TEST(one_family_many) { one_family_many(); }
