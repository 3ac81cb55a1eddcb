// expect: violation
// expect: ok exhaustive
// options: --strategy dpor --spec bag
/* b1: deq removes values more than K away from the head.  As a bag it is right: the distance is all that is wrong. */
#include <lince/test.h>

#define QUASI_QUEUE_TOO_FAR
#include "../objects/containers.h"
#include "../objects/quasi_queue.h"

QUEUE(quasi_queue)

LINCE_TEST(quasi_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2); enq(3) deq() | enq(4) deq(); deq() deq()");
}
