// expect: violation
// options: --filter terminating_queue
// expect: violation
// options: --filter terminating_queue_many --strategy pct --no-shrink
/* Over whenever the queue is empty. */
#define TERMINATING_AT_ONCE
#include "../objects/terminating_queue_test.h"

LINCE_TEST(terminating_queue) { terminating_queue_test(); }

LINCE_TEST(terminating_queue_many) { terminating_queue_many(); }
