// expect: violation
/* The k-stack as it was in the Scal suite: one value is pushed and popped twice, which not even a bag does. */
#include <lince/test.h>

#define K_STACK_READS_TWICE
#include "../objects/containers.h"
#include "../objects/k_stack.h"

STACK(k_stack)

LINCE_TEST(k_stack) {
    lince_test_spec("bag");
    stack_operations();
    lince_test_scenario("push(1) push(2) push(3) pop(); push(4) | pop(); pop() pop() pop()");
}
