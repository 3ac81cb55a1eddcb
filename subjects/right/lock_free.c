// expect: ok exhaustive
/* Treiber's stack is lock-free: a compare-and-swap fails only because another one succeeded. */
#include "../objects/containers.h"
#include "../objects/treiber.h"

STACK(treiber)

LINCE_TEST(lock_free) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_lock_free();
    lince_test_scenario("push(1); push(2) pop() | pop() | push(3)");
}
