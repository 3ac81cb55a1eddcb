// expect: ok exhaustive
// options: --strategy dpor --no-history-edges --retry off --plain never
// executions: 25680
/* Treiber's stack, three threads that push and pop: a number of executions that three independent explorers agree on.
 */
#include "../objects/containers.h"
#include "../objects/treiber.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("; push(1) pop() | push(2) pop() | push(3) pop(); pop()");
}
