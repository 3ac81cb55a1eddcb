// expect: violation
// expect: violation
// options: --strategy states
/* Who took an offer answers with it, and keeps its own. */
#define OFFERS_KEEPS
#include "../objects/offers.h"

LINCE_TEST(offers) { offers_test(); }
