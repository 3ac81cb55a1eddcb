// expect: ok exhaustive
// options: --strategy dpor --no-history-edges --retry off --plain never
// executions: 155572
// expect: ok exhaustive
// options: --strategy dpor --retry off --plain never
// executions: 440556
// histories: 796
/* Michael and Scott's queue, three threads: a number of executions that three independent explorers agree on, and the
 * number with the order of returns and calls, which three times as many tell apart. */
#include "../objects/containers.h"
#include "../objects/ms_queue.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq() | enq(3)");
}
