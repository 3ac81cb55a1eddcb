// expect: failure blocked
// options: --filter counter_channel
// expect: failure blocked
// options: --filter counter_channel_many --strategy pct --no-shrink
/* The next sender fills the slot before the last one has seen that its value was taken: that one waits on. */
#define COUNTER_ONE_FLAG
#include "../objects/counter_channel_test.h"

LINCE_TEST(counter_channel) { counter_channel_test(); }

LINCE_TEST(counter_channel_many) { counter_channel_many(); }
