// expect: failure blocked
// options: --filter broadcast
// expect: failure blocked
// options: --filter broadcast_many --strategy pct --no-shrink
/* A sender does not wait until all have left. */
#define BROADCAST_OVERLAPS
#include "../objects/broadcast_test.h"

LINCE_TEST(broadcast) { broadcast_test(); }

LINCE_TEST(broadcast_many) { broadcast_many(); }
