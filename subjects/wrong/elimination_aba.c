// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
// expect: violation
// options: --no-use-after-free --heap fifo --no-data-races
/* B2 in the elimination stack: pop frees nodes. */
#define ELIMINATION_FREES
#include "../objects/elimination_test.h"

LINCE_TEST(elimination) {
    elimination_operations();
    lince_test_scenario("push(1) push(2); pop() | pop() pop() push(3) push(4); pop()");
}
