// expect: ok
// options: --strategy bounded --preemptions 2
/* Snark, repaired, in the scenario in which it pops a value twice as published.  All interleavings are too many. */
#include "../objects/snark_test.h"

LINCE_TEST(snark) {
    snark_operations();
    lince_test_scenario("push_front(1) push_front(2); push_back(3) pop_back() | pop_front() pop_front() | pop_back()");
}
