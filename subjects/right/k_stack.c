// expect: ok exhaustive
// options: --strategy dpor --spec bag
// expect: violation
// options: --spec stack
// expect: ok exhaustive
// options: --spec bag --strategy dpor --retry off --scenario 'push(1); pop() | pop()'
// histories: 4
// expect: ok exhaustive
// options: --spec bag --strategy exhaustive --retry off --scenario 'push(1); pop() | pop()'
// histories: 4
/* The k-stack, repaired: it neither loses nor doubles a value, but it is no stack.  After three pushes and a pop the
 * top segment is empty, and its removal meets a push. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/k_stack.h"

STACK(k_stack)

LINCE_TEST(k_stack) {
    stack_operations();
    lince_test_scenario("push(1) push(2) push(3) pop(); push(4) | pop(); pop() pop() pop()");
    lince_test_scenario("; push(1) pop() | push(2) pop(); pop()");
}
