// expect: failure blocked
// options: --filter one_family
// expect: failure blocked
// options: --filter one_family_many --strategy pct --no-shrink
/* Two look for each other before either waits, and both wait. */
#define FAMILIES_SHORT
#include "../objects/one_family_test.h"

LINCE_TEST(one_family) { one_family_test(); }

LINCE_TEST(one_family_many) { one_family_many(); }
