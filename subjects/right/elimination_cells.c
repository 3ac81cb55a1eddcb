// expect: ok exhaustive
// options: --strategy dpor
/* The elimination stack as it was published, in scenarios in which two operations are disturbed by a third and meet. */
#include "../objects/elimination_cells_test.h"

LINCE_TEST(elimination_cells) {
    elimination_cells_operations();
    lince_test_scenario("push(1); push(2) | pop() | push(3)");
    lince_test_scenario("push(1) push(2); pop() | push(3) | pop(); pop()");
}
