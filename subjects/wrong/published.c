// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* Said with a relaxed store: every interleaving is as it should be, and yet nothing orders the message. */
#define PUBLISH memory_order_relaxed
#include "../objects/published.h"
