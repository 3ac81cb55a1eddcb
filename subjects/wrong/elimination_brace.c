// expect: violation
// options: --strategy bounded
/* B4: a brace in the wrong place, and two pushes cancel out. */
#define ELIMINATION_MISPLACED_BRACE
#include "../objects/elimination_test.h"

LINCE_TEST(elimination) {
    elimination_operations();
    lince_test_scenario("; push(1) | push(2) | push(3); pop() pop() pop()");
}
