// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
// expect: violation
// options: --no-use-after-free --heap fifo --no-data-races
/* B2: pop frees nodes.  Another pop may be about to read one; and if memory is used again, the top of the stack may
 * have the address that was read before but another successor. */
#define TREIBER_FREES
#include "../objects/containers.h"
#include "../objects/treiber.h"

STACK(treiber)

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    stack_operations();
    lince_test_scenario("push(1) push(2); pop() | pop() pop() push(3) push(4); pop()");
}
