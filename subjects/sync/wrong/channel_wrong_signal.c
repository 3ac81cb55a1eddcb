// expect: failure blocked
// options: --filter channel
// expect: failure blocked
// options: --filter channel_many --strategy pct --no-shrink
/* A sender waits for a slot that is free: the receivers were told. */
#define CHANNEL_WRONG_SIGNAL
#include "../objects/channel_test.h"

LINCE_TEST(channel) { channel_test(); }

LINCE_TEST(channel_many) { channel_many(); }
