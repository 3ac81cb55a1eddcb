// expect: ok exhaustive
// options: --filter abc
// expect: ok exhaustive
// options: --filter abc_twice
/* Three meet, one of each kind. */
#include "../objects/abc_test.h"

LINCE_TEST(abc) { abc_test(); }

LINCE_TEST(abc_twice) { abc_twice(); }

LINCE_TEST(abc_many) { abc_many(); }
