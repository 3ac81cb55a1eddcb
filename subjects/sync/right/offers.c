// expect: ok exhaustive
// expect: ok exhaustive
// options: --strategy states
/* Offers that are withdrawn and made again, any number of times. */
#include "../objects/offers.h"

LINCE_TEST(offers) { offers_test(); }
