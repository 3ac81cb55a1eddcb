// expect: ok exhaustive
// options: --filter channel
// expect: ok exhaustive
// options: --filter channel --spurious 1
// expect: ok sampled
// options: --filter channel_many --strategy pct --max-executions 1000
/* A synchronous channel. */
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
