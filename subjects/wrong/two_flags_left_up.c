// expect: failure livelock
/* Two flags, where both wait for ever.  They do not stand still: each round writes. */
#define TWO_FLAGS_LEFT_UP
#include "../objects/two_flags_test.h"
