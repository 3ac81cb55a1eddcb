// expect: ok exhaustive
/* A stack with pops of several values. */
#include "../objects/bulk_stack_test.h"

LINCE_TEST(bulk_stack) { bulk_stack_operations(); }
