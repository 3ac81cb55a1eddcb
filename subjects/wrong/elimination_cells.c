// expect: violation
// options: --strategy bounded
/* B4: a brace in the wrong place, and a pop that took nothing returns what happens to be in its cell. */
#define ELIMINATION_CELLS_MISPLACED_BRACE
#include "../objects/elimination_cells_test.h"

LINCE_TEST(elimination_cells) {
    elimination_cells_operations();
    lince_test_scenario("push(1); push(2) | pop() | push(3) push(4)");
}
