// expect: ok exhaustive
// options: --filter broadcast
/* One sends to all. */
#include "../objects/broadcast_test.h"

LINCE_TEST(broadcast) { broadcast_test(); }

LINCE_TEST(broadcast_many) { broadcast_many(); }
