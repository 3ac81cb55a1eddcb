// expect: failure data-race
/* The value is there at once, and what comes after it may be late. */
#define KEEP set_value
#include "../objects/late_future.h"
