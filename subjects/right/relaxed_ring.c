// expect: ok exhaustive
/* Indices are released. */
#define PUBLISH memory_order_release
#include "../objects/relaxed_ring.h"
