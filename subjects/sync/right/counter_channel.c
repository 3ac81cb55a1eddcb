// expect: ok exhaustive
// options: --filter counter_channel
// expect: ok sampled
// options: --filter counter_channel_many --strategy pct --max-executions 1000
/* A synchronous channel that tells the number of the meeting. */
#include "../objects/counter_channel_test.h"

LINCE_TEST(counter_channel) { counter_channel_test(); }

LINCE_TEST(counter_channel_many) { counter_channel_many(); }
