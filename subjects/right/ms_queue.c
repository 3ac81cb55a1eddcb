// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --retry off --scenario 'enq(1) | deq() deq()'
// histories: 10
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'enq(1) | deq() deq()'
// histories: 10
/* Michael and Scott's queue: all scenarios of two threads with up to two calls each. */
#include "../objects/ms_queue.h"
#include "../objects/containers.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_size(2, 2);
}
