// expect: ok exhaustive
/* The time-stamped stack with the time of the machine: what its clock says to one thread is not before what it said to
 * another one earlier. */
#define TS_STACK_CLOCK
#include "../objects/ts_stack_test.h"

LINCE_TEST(ts_stack) { ts_stack_operations(); }
