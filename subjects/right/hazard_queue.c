// expect: ok exhaustive
// expect: ok exhaustive
// options: --strategy dpor --memory sc --merging checked
/* A queue that frees its nodes, with hazard pointers: most executions are orders of a scan and of the slots it reads.
 */
#include "../objects/hazard_queue_test.h"

LINCE_TEST(hazard_queue) { hazard_queue_operations(); }
