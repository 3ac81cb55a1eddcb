// expect: violation
// options: --filter filter_channel
// expect: violation
// options: --filter filter_channel_many --strategy pct --no-shrink
/* A receiver gets what it does not want. */
#define FILTER_IGNORES
#include "../objects/filter_channel_test.h"

LINCE_TEST(filter_channel) { filter_channel_test(); }

LINCE_TEST(filter_channel_many) { filter_channel_many(); }
