// expect: violation
// options: --strategy bounded
/* B5: an assignment is forgotten, and a pop that meets a push comes back without a value. */
#define ELIMINATION_NO_ASSIGNMENT
#include "../objects/elimination_test.h"

LINCE_TEST(elimination) {
    elimination_operations();
    lince_test_scenario("push(1); push(2) | pop() | push(3)");
}
