// expect: ok exhaustive
// options: --strategy dpor --retry off --plain never
// executions: 155572
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --plain never
// executions: 439026
// histories: 796
/* Michael and Scott's queue, three threads.  155,572 executions differ in the order of conflicting accesses: three
 * independent explorers agree.  439,026 differ also in the order of returns and calls, counted by enumerating them. */
#include "../objects/containers.h"
#include "../objects/ms_queue.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq() | enq(3)");
}
