// expect: ok exhaustive
// options: --filter men_women
// expect: ok sampled
// options: --filter men_women_many --strategy pct --max-executions 1000
/* Men and women pair off: semaphores. */
#include "../objects/men_women_semaphores.h"
#include "../objects/men_women_test.h"

LINCE_TEST(men_women) { men_women_test(); }

LINCE_TEST(men_women_many) { men_women_many(); }
