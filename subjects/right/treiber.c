// expect: ok exhaustive
// options: --strategy dpor
/* Treiber's stack: all scenarios of two threads with up to two calls each. */
#include "../objects/treiber.h"
#include "../objects/containers.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_size(2, 2);
}
