// expect: ok exhaustive
/* Done with a release. */
#define ORDER memory_order_release
#include "../objects/on_the_stack.h"
