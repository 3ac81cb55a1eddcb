// expect: ok exhaustive
// options: --filter filter_channel
/* A synchronous channel whose receivers say what they want. */
#include "../objects/filter_channel_test.h"

LINCE_TEST(filter_channel) { filter_channel_test(); }

LINCE_TEST(filter_channel_many) { filter_channel_many(); }
