// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* Indices are stored relaxed: on a machine that reorders stores the consumer gets what was in the slot before. */
#define PUBLISH memory_order_relaxed
#include "../objects/relaxed_ring.h"
