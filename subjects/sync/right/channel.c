// expect: ok exhaustive
// options: --filter channel
/* A synchronous channel. */
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
