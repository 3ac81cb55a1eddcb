// expect: ok exhaustive
// options: --strategy dpor
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
// expect: ok exhaustive
// options: -c linearizable -s bag -S dpor --retry off --scenario 'push(1); pop() | pop()'
// histories: 4
// expect: ok exhaustive
// options: -c linearizable -s bag -S exhaustive --retry off --scenario 'push(1); pop() | pop()'
// histories: 4
/* The k-stack, repaired: nothing is more than two places away from where a stack has it.  A stack it is not; as a bag,
 * it loses and doubles nothing.  After three pushes and a pop the top segment is empty, and its removal meets a push.
 */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/k_stack.h"

STACK(k_stack)

LINCE_TEST(k_stack) {
    lince_test_spec("stack");
    lince_test_criterion("quasi:2");
    stack_operations();
    lince_test_scenario("push(1) push(2) push(3) pop(); push(4) | pop(); pop() pop() pop()");
    lince_test_scenario("; push(1) pop() | push(2) pop(); pop()");
}
