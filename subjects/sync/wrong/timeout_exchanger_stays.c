// expect: violation
// options: --filter timeout_exchanger
// expect: violation
// options: --filter timeout_exchanger_many --strategy pct --no-shrink
/* Who has given up still counts as there. */
#define TIMEOUT_EXCHANGER_STAYS
#include "../objects/timeout_exchanger_test.h"

LINCE_TEST(timeout_exchanger) { timeout_exchanger_test(); }

LINCE_TEST(timeout_exchanger_many) { timeout_exchanger_many(); }
