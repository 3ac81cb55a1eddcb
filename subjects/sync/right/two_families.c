// expect: ok exhaustive
// options: --filter two_families
/* Members of two families meet, each two once. */
#include "../objects/two_families_test.h"

LINCE_TEST(two_families) { two_families_test(); }

LINCE_TEST(two_families_many) { two_families_many(); }
