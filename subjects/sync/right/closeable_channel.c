// expect: ok exhaustive
// options: --filter closeable_channel
// expect: ok sampled
// options: --filter closeable_channel_many --strategy pct --max-executions 1000
/* A synchronous channel that can be closed. */
#include "../objects/closeable_channel_test.h"

LINCE_TEST(closeable_channel) { closeable_channel_test(); }

LINCE_TEST(closeable_channel_many) { closeable_channel_many(); }
