// expect: ok exhaustive
// options: --filter offers
// expect: ok exhaustive
// options: --filter offers --strategy states
/* Offers that are withdrawn and made again, any number of times. */
#include "../objects/offers.h"

LINCE_TEST(offers) { offers_test(); }

LINCE_TEST(offers_many) { offers_many(); }
