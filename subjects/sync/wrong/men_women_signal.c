// expect: failure blocked
// options: --filter men_women
// expect: failure blocked
// options: --filter men_women_many --strategy pct --no-shrink
/* One is woken where all should be. */
#define MEN_WOMEN_SIGNAL
#include "../objects/men_women.h"
#include "../objects/men_women_test.h"

LINCE_TEST(men_women) { men_women_test(); }

LINCE_TEST(men_women_many) { men_women_many(); }
