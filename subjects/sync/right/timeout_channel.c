// expect: ok exhaustive
// options: --filter timeout_channel
// expect: ok sampled
// options: --filter timeout_channel_many --strategy pct --max-executions 1000
/* A synchronous channel whose operations give up after a while. */
#include "../objects/timeout_channel_test.h"

LINCE_TEST(timeout_channel) { timeout_channel_test(); }

LINCE_TEST(timeout_channel_many) { timeout_channel_many(); }
