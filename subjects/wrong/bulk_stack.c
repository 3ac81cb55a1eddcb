// expect: failure spinning
/* One thread has read the top when another pops it and links it elsewhere, where nothing comes after it: the
 * first looks for a second value there for ever. */
#define BULK_STACK_OLD_TOP
#include "../objects/bulk_stack_test.h"

LINCE_TEST(bulk_stack) { bulk_stack_operations(); }
