// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* Done with a relaxed store. */
#define ORDER memory_order_relaxed
#include "../objects/on_the_stack.h"
