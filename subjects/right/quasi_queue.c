// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --criterion quasi:enq=0,deq=2
// expect: violation
// options: --criterion linearizable
// expect: violation
// options: --criterion quasi:1
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
// expect: ok exhaustive
// options: -c linearizable -s bag -S dpor --history-edges --retry off --scenario 'enq(1) enq(2); deq() | enq(3)'
// histories: 8
// expect: ok exhaustive
// options: -c linearizable -s bag -S exhaustive --retry off --scenario 'enq(1) enq(2); deq() | enq(3)'
// histories: 8
/* The relaxed queue of segments of three cells: nothing is more than two places away from where a queue has it.  A
 * queue it is not; as a bag, it loses and doubles nothing. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/quasi_queue.h"

QUEUE(quasi_queue)

LINCE_TEST(quasi_queue) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()");
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4) enq(5) enq(6); deq() | deq(); deq() deq() deq() deq()");
    lince_test_scenario("enq(1) enq(2) enq(3); enq(4) deq() | deq() deq() deq()");
    lince_test_scenario("enq(1); enq(2) deq() | deq() enq(3); deq()");
}
