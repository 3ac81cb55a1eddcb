// expect: ok exhaustive
// options: --strategy dpor --retry off --plain never
// executions: 222
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --plain never
// executions: 366
// histories: 30
/* Michael and Scott's queue, two threads that add and remove: a known number of executions. */
#include "../objects/containers.h"
#include "../objects/ms_queue.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq()");
}
