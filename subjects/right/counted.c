// expect: ok exhaustive
/* Who frees comes after what everybody did. */
#define ORDER memory_order_acq_rel
#include "../objects/counted.h"
