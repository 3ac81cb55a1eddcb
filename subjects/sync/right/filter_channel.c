// expect: ok exhaustive
// options: --filter filter_channel
// expect: ok sampled
// options: --filter filter_channel_many --strategy pct --max-executions 1000
// expect: ok sampled
// options: --filter filter_channel_unwanted_many --strategy pct --max-executions 1000
/* A synchronous channel whose receivers say what they want. */
#include "../objects/filter_channel_test.h"

LINCE_TEST(filter_channel) { filter_channel_test(); }

LINCE_TEST(filter_channel_many) { filter_channel_many(); }

LINCE_TEST(filter_channel_unwanted_many) { filter_channel_unwanted(); }
