// expect: violation
// options: --filter channel
/* The sender does not wait. */
#define CHANNEL_LEAVES
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
