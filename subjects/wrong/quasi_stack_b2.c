// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
/* b2: pop removes values more than K away from the top.  As a bag it is right: the distance is all that is wrong. */
#include <lince/test.h>

#define QUASI_STACK_TOO_FAR
#include "../objects/containers.h"
#include "../objects/quasi_stack.h"

STACK(quasi_stack)

LINCE_TEST(quasi_stack) {
    lince_test_spec("stack");
    lince_test_criterion("quasi:2");
    stack_operations();
    lince_test_scenario("push(1) push(2) push(3) push(4) push(5) push(6); pop() | pop(); pop() pop() pop() pop()");
}
