// expect: ok exhaustive
// expect: ok
// options: --strategy bounded --preemptions 2 --scenario 'push_front(1) push_front(2); push_back(3) pop_back() | pop_front() pop_front() | pop_back()'
/* Snark, repaired.  The long scenario is the one that catches a value popped twice. */
#include "../objects/snark_test.h"

LINCE_TEST(snark) { snark_operations(); }
