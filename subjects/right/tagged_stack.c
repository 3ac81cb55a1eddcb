// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --retry off --scenario 'push(1); pop() | push(2)'
// histories: 4
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'push(1); pop() | push(2)'
// histories: 4
/* A stack whose cells are used again, with versions against ABA.  The scenario is the one that catches it without. */
#include "../objects/tagged_stack.h"
#include "../objects/containers.h"

STACK(tagged_stack)

LINCE_TEST(tagged_stack) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("push(1) push(2); pop() | pop() pop() push(3); pop() pop()");
}
