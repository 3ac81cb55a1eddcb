// expect: ok exhaustive
// expect: ok exhaustive
// options: --strategy dpor
/* Memory from sbrk, some before executions and some in them: each starts with what the setup left there, and with the
 * end of the data where it was. */
#define _GNU_SOURCE
#include <lince/test.h>

#include "../objects/bump_stack.h"

LINCE_TEST(bump_stack) {
    lince_test_spec("stack");
    lince_test_setup(bump_stack_setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_scenario("; push(1) pop() | push(2); pop() pop()");
    lince_test_scenario("push(3); push(1) | push(2) pop(); pop() pop()");
}
