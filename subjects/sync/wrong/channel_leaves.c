// expect: violation
// options: --filter channel
// expect: violation
// options: --filter channel_many --strategy pct --no-shrink
/* The sender does not wait. */
#define CHANNEL_LEAVES
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
