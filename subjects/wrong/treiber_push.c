// expect: violation
/* B3 (push): a push compares and stores in two steps, and another push in between is lost. */
#define TREIBER_PUSH_NOT_ATOMIC
#include "../objects/containers.h"
#include "../objects/treiber.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("; push(1) | push(2); pop() pop()");
}
