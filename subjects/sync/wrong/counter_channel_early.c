// expect: violation
// options: --filter counter_channel
// expect: violation
// options: --filter counter_channel_many --strategy pct --no-shrink
/* The sender draws its number before it is its turn. */
#define COUNTER_EARLY
#include "../objects/counter_channel_test.h"

LINCE_TEST(counter_channel) { counter_channel_test(); }

LINCE_TEST(counter_channel_many) { counter_channel_many(); }
