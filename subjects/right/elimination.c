// expect: ok
// options: --strategy bounded --preemptions 3
// expect: ok exhaustive
// options: --strategy dpor --retry off --scenario 'push(1); push(2) | pop() | push(3)'
// histories: 30
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'push(1); push(2) | pop() | push(3)'
// histories: 30
/* The elimination stack, in scenarios in which two operations are disturbed by a third and meet. */
#include "../objects/elimination_test.h"

LINCE_TEST(elimination) {
    elimination_operations();
    lince_test_scenario("push(1); push(2) | pop() | push(3); pop() pop() pop()");
    lince_test_scenario("; push(1) | push(2) | push(3); pop() pop() pop() pop()");
    lince_test_scenario("push(1) push(2); pop() | push(3) | pop(); pop() pop()");
}
