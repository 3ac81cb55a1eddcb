// expect: violation
// options: --filter abc
// expect: violation
// options: --filter abc_many --strategy pct --no-shrink
/* A looks who the others are when the next meeting may have begun. */
#define ABC_LATE
#include "../objects/abc_test.h"

LINCE_TEST(abc) { abc_test(); }

LINCE_TEST(abc_many) { abc_many(); }
