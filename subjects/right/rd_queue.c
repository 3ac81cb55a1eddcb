// expect: ok exhaustive
// options: --strategy dpor
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
// expect: ok exhaustive
// options: -c linearizable -s bag -S dpor --history-edges --retry off --scenario 'enq(1); deq() | enq(2)'
// histories: 5
// expect: ok exhaustive
// options: -c linearizable -s bag -S exhaustive --retry off --scenario 'enq(1); deq() | enq(2)'
// histories: 5
/* The random dequeued queue: nothing is more than two places away from where a queue has it.  A queue it is not; as a
 * bag, it loses and doubles nothing. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/rd_queue.h"

QUEUE(rd_queue)

LINCE_TEST(rd_queue) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(1); enq(2) deq() | deq() enq(3); deq()");
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq(); deq() deq()");
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()");
}
