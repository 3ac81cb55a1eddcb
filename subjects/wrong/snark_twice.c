// expect: violation
/* Snark pops 1 from both ends.  pop_back has seen it with 2 before it, pop_front with 3 behind it; when both go on, 2
 * and 3 are gone, and neither notices. */
#define SNARK_NO_CLAIM
#include "../objects/snark_test.h"

LINCE_TEST(snark) {
    snark_operations();
    lince_test_scenario("push_front(1) push_front(2); push_back(3) pop_back() | pop_front() pop_front() | pop_back()");
}
