// expect: violation
// options: --filter men_women
// expect: violation
// options: --filter men_women_many --strategy pct --no-shrink
/* A second man finds the woman who has gone to the first. */
#define MEN_WOMEN_SLOTS
#include "../objects/men_women.h"
#include "../objects/men_women_test.h"

LINCE_TEST(men_women) { men_women_test(); }

LINCE_TEST(men_women_many) { men_women_many(); }
