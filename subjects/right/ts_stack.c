// expect: ok exhaustive
/* The time-stamped stack. */
#include "../objects/ts_stack_test.h"

LINCE_TEST(ts_stack) {
    ts_stack_operations();
    lince_test_scenario("push(1) push(2); pop() | pop(); pop()");
    lince_test_scenario("push(1); push(2) pop() | push(3); pop()");
}
