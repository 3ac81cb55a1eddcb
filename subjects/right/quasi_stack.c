// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --criterion quasi:2
/* The stack of segments, which is as strict as any. */
#include "../objects/quasi_stack.h"
#include "../objects/containers.h"

STACK(quasi_stack)

LINCE_TEST(quasi_stack) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_size(2, 2);
    lince_test_scenario("; push(1) push(2) | push(3) pop(); pop() pop() pop()");
    lince_test_scenario("push(1) push(2) push(3) push(4); pop() pop() | pop() pop()");
}
