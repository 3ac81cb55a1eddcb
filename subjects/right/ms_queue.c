// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --criterion quasi:2
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --scenario 'enq(1) | deq() deq()'
// histories: 10
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'enq(1) | deq() deq()'
// histories: 10
/* Michael and Scott's queue: all scenarios of two threads with up to two calls each, and those of Round-Up's table: two
 * calls at once, and twelve others before and after; as many enq as deq. */
#include "../objects/ms_queue.h"
#include "../objects/containers.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_size(2, 2);
    lince_test_scenario(
        "enq(1) enq(2) enq(3) enq(4) enq(5) enq(6); enq(7) | deq(); deq() deq() deq() deq() deq() deq()");
    lince_test_scenario(
        "enq(1) enq(2) enq(3) enq(4) enq(5); enq(6) | enq(7); deq() deq() deq() deq() deq() deq() deq()");
    lince_test_scenario(
        "enq(1) enq(2) enq(3) enq(4) enq(5) enq(6) enq(7); deq() | deq(); deq() deq() deq() deq() deq()");
}
