// expect: violation
// options: --filter men_women
// expect: violation
// options: --filter men_women_many --strategy pct --no-shrink
/* The next man takes the signal that was for the last one. */
#define MEN_WOMEN_EARLY
#include "../objects/men_women_semaphores.h"
#include "../objects/men_women_test.h"

LINCE_TEST(men_women) { men_women_test(); }

LINCE_TEST(men_women_many) { men_women_many(); }
