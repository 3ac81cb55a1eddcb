// expect: ok exhaustive
// expect: ok exhaustive
// options: --scenario 'fetch_add(1) fetch_add(1) | fetch_add(1)'
/* Two flags, where the second thread waits for the first.  Its loop writes, so that it is not one that merely reads
 * until something changes: the same state coming back is what ends it. */
#include "../objects/two_flags_test.h"
