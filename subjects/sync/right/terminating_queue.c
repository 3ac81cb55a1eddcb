// expect: ok exhaustive
// options: --filter terminating_queue
// expect: ok sampled
// options: --filter terminating_queue_many --strategy pct --max-executions 1000
/* A queue that says when nothing will ever come. */
#include "../objects/terminating_queue_test.h"

LINCE_TEST(terminating_queue) { terminating_queue_test(); }

LINCE_TEST(terminating_queue_many) { terminating_queue_many(); }
