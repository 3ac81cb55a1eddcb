// expect: ok exhaustive
// options: --strategy dpor --retry off --plain never
// executions: 40
// histories: 32
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --plain never
// executions: 126
// histories: 32
// expect: ok exhaustive
// options: --strategy dpor --retry off --plain always
// executions: 40
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --plain always
// executions: 92
// histories: 32
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --plain always
// executions: 108966
// histories: 32
/* Treiber's stack, two threads that push and pop: a known number of executions, and the histories of a search without
 * any reduction. */
#include "../objects/containers.h"
#include "../objects/treiber.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("; push(1) pop() | push(2) pop()");
}
