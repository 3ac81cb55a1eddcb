// expect: ok exhaustive
// options: --strategy dpor
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
/* The relaxed priority queue: nothing is more than two places away from where a priority queue has it.  One it is not;
 * as a bag, it loses and doubles nothing. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/quasi_pqueue.h"

QUEUE(quasi_pqueue)

LINCE_TEST(quasi_pqueue) {
    lince_test_spec("pqueue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(3) enq(1) enq(4) enq(2); deq() deq() | deq() deq()");
    lince_test_scenario("; enq(3) enq(1) | enq(2) enq(4); deq() deq() deq() deq()");
    lince_test_scenario("; enq(2) deq() | enq(1) deq(); deq()");
}
