// expect: ok exhaustive
// options: --filter closeable_channel
/* A synchronous channel that can be closed. */
#include "../objects/closeable_channel_test.h"

LINCE_TEST(closeable_channel) { closeable_channel_test(); }

LINCE_TEST(closeable_channel_many) { closeable_channel_many(); }
