// expect: violation
// options: --filter offers
// expect: violation
// options: --filter offers --strategy states
/* Who took an offer answers with it, and keeps its own. */
#define OFFERS_KEEPS
#include "../objects/offers.h"

LINCE_TEST(offers) { offers_test(); }

LINCE_TEST(offers_many) { offers_many(); }
