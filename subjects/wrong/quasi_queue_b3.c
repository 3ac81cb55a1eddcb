// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: violation
// options: --criterion linearizable --spec bag
/* b3: deq returns EMPTY although a value is there. */
#include <lince/test.h>

#define QUASI_QUEUE_FALSE_EMPTY
#include "../objects/containers.h"
#include "../objects/quasi_queue.h"

QUEUE(quasi_queue)

LINCE_TEST(quasi_queue) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:2");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()");
}
