// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --criterion quasi:2
/* Treiber's stack: all scenarios of two threads with up to two calls each, and those of Round-Up's table: two calls at
 * once, and twelve others before and after; as many push as pop. */
#include "../objects/treiber.h"
#include "../objects/containers.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_size(2, 2);
    lince_test_scenario(
        "push(1) push(2) push(3) push(4) push(5) push(6); push(7) | pop(); pop() pop() pop() pop() pop() pop()");
    lince_test_scenario(
        "push(1) push(2) push(3) push(4) push(5); push(6) | push(7); pop() pop() pop() pop() pop() pop() pop()");
    lince_test_scenario(
        "push(1) push(2) push(3) push(4) push(5) push(6) push(7); pop() | pop(); pop() pop() pop() pop() pop()");
}
