// expect: violation
// expect: ok exhaustive
// options: --strategy dpor --spec bag
/* b2: pop removes values more than K away from the top.  As a bag it is right: the distance is all that is wrong. */
#define QUASI_STACK_TOO_FAR
#include "../objects/containers.h"
#include "../objects/quasi_stack.h"

STACK(quasi_stack)

LINCE_TEST(quasi_stack) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("push(1) push(2); push(3) pop() | push(4) pop(); pop() pop()");
}
