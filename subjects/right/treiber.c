// expect: ok exhaustive
// options: --strategy dpor
/* Treiber's stack: all scenarios of two threads with up to two calls each, and those of Round-Up's table: two calls at
 * once, between six others before and six after. */
#include "../objects/treiber.h"
#include "../objects/containers.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_size(2, 2);
#define BEFORE "push(1) push(2) push(3) push(4) push(5) push(6); "
#define AFTER  "; pop() pop() pop() pop() pop() pop()"
    lince_test_scenario(BEFORE "push(7) | pop()" AFTER);
    lince_test_scenario(BEFORE "push(7) | push(8)" AFTER);
    lince_test_scenario(BEFORE "pop() | pop()" AFTER);
}
