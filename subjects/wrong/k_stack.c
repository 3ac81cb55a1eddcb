// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: violation
// options: --criterion linearizable --spec bag
/* The k-stack as it was in the Scal suite: one value is pushed and popped twice, which not even a bag does.  One slot a
 * segment is enough for that. */
#include <lince/test.h>

#define K_STACK_READS_TWICE
#define K_STACK_K 1
#include "../objects/containers.h"
#include "../objects/k_stack.h"

STACK(k_stack)

LINCE_TEST(k_stack) {
    lince_test_spec("stack");
    lince_test_criterion("quasi:2");
    stack_operations();
    lince_test_scenario("push(1) push(2) pop(); push(3) | pop(); pop()");
}
