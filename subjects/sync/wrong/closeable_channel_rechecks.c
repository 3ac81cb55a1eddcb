// expect: violation
// options: --filter closeable_channel
// expect: violation
// options: --filter closeable_channel_many --strategy pct --no-shrink
/* Received, and said not to be: it was closed in between. */
#define CLOSEABLE_RECHECKS
#include "../objects/closeable_channel_test.h"

LINCE_TEST(closeable_channel) { closeable_channel_test(); }

LINCE_TEST(closeable_channel_many) { closeable_channel_many(); }
