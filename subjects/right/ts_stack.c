// expect: ok exhaustive
/* The time-stamped stack. */
#include "../objects/ts_stack_test.h"

LINCE_TEST(ts_stack) { ts_stack_operations(); }
