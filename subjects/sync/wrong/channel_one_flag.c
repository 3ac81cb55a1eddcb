// expect: failure blocked
// options: --filter channel
// expect: failure blocked
// options: --filter channel_many --strategy pct --no-shrink
/* The next sender fills the slot before the last one has seen that its value was taken: that one waits on. */
#define CHANNEL_ONE_FLAG
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
