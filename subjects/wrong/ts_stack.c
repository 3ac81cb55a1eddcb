// expect: violation
/* pop does not look below what another pop is just taking, and says EMPTY although the stack never is. */
#define TS_STACK_TOP_ONLY
#include "../objects/ts_stack_test.h"

LINCE_TEST(ts_stack) { ts_stack_operations(); }
