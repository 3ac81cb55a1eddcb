// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* Counted down relaxed: what the other one wrote may arrive when the memory is somebody else's. */
#define ORDER memory_order_relaxed
#include "../objects/counted.h"
