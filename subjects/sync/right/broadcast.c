// expect: ok exhaustive
// options: --filter broadcast
// expect: ok sampled
// options: --filter broadcast_many --strategy pct --max-executions 1000
/* One sends to all. */
#include "../objects/broadcast_test.h"

LINCE_TEST(broadcast) { broadcast_test(); }

LINCE_TEST(broadcast_many) { broadcast_many(); }
