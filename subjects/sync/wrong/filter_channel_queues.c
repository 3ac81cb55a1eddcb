// expect: failure blocked
// options: --filter filter_channel
// expect: failure blocked
// options: --filter filter_channel_many --strategy pct --no-shrink
/* A value that is wanted waits behind one that is not. */
#define FILTER_QUEUES
#include "../objects/filter_channel_test.h"

LINCE_TEST(filter_channel) { filter_channel_test(); }

LINCE_TEST(filter_channel_many) { filter_channel_unwanted(); }
