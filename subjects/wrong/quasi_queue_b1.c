// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
// expect: violation
// options: -c quasi:enq=0,deq=2 --scenario 'enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()'
/* b1: deq removes values more than K away from the head.  As a bag it is right: the distance is all that is wrong. */
#include <lince/test.h>

#define QUASI_QUEUE_TOO_FAR
#include "../objects/containers.h"
#include "../objects/quasi_queue.h"

QUEUE(quasi_queue)

LINCE_TEST(quasi_queue) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4) enq(5) enq(6); deq() | deq(); deq() deq() deq() deq()");
}
