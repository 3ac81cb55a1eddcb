// expect: violation
/* ABA without malloc: cells are used again, and the top carries no version. */
#define TAGGED_STACK_WITHOUT_TAG
#include "../objects/tagged_stack.h"
#include "../objects/containers.h"

STACK(tagged_stack)

LINCE_TEST(tagged_stack) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("push(1) push(2); pop() | pop() pop() push(3) push(4); pop() pop()");
}
