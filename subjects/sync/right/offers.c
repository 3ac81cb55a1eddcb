// expect: ok exhaustive
// options: --filter offers
// steps: 600000
// expect: ok exhaustive
// options: --filter offers --strategy states
// steps: 30000
// expect: ok exhaustive
// options: --filter offers_many
/* Offers that are withdrawn and made again, any number of times. */
#include "../objects/offers.h"

LINCE_TEST(offers) { offers_test(); }

LINCE_TEST(offers_many) { offers_many(); }
