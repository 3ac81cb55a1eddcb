// expect: failure blocked
// options: --filter abc
// expect: failure blocked
// options: --filter abc_many --strategy pct --no-shrink
/* The turn is not passed on if nobody is seen waiting for it. */
#define ABC_FORGETS
#include "../objects/abc_test.h"

LINCE_TEST(abc) { abc_test(); }

LINCE_TEST(abc_many) { abc_many(); }
