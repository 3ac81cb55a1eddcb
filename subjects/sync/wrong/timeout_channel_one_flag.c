// expect: violation
// options: --filter timeout_channel
// expect: violation
// options: --filter timeout_channel_many --strategy pct --no-shrink
/* A sender whose time is up takes the value of the next one for its own. */
#define TIMEOUT_CHANNEL_ONE_FLAG
#include "../objects/timeout_channel_test.h"

LINCE_TEST(timeout_channel) { timeout_channel_test(); }

LINCE_TEST(timeout_channel_many) { timeout_channel_many(); }
