// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: violation
// options: --criterion linearizable --spec bag
/* b1: pop returns EMPTY although a value is there, below an empty segment. */
#include <lince/test.h>

#define QUASI_STACK_FALSE_EMPTY
#include "../objects/containers.h"
#include "../objects/quasi_stack.h"

STACK(quasi_stack)

LINCE_TEST(quasi_stack) {
    lince_test_spec("stack");
    lince_test_criterion("quasi:2");
    stack_operations();
    lince_test_scenario("push(1) push(2) push(3) push(4); pop() pop() | pop() pop()");
}
