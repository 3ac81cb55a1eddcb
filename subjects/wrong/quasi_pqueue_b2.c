// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
/* b2: deq removes values more than K away from the smallest.  As a bag it is right: the distance is all that is wrong.
 */
#include <lince/test.h>

#define QUASI_PQUEUE_TOO_FAR
#include "../objects/containers.h"
#include "../objects/quasi_pqueue.h"

QUEUE(quasi_pqueue)

LINCE_TEST(quasi_pqueue) {
    lince_test_spec("pqueue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(3) enq(1) enq(4) enq(2); deq() deq() | deq() deq()");
}
