// expect: failure blocked
// options: --filter filter_channel
// expect: failure blocked
// options: --filter filter_channel_many --strategy pct --no-shrink
/* The next sender fills the slot before the last one has seen that its value was taken: that one waits on. */
#define FILTER_ONE_FLAG
#include "../objects/filter_channel_test.h"

LINCE_TEST(filter_channel) { filter_channel_test(); }

LINCE_TEST(filter_channel_many) { filter_channel_unwanted(); }
