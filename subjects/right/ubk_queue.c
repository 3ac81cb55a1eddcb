// expect: ok exhaustive
// options: --strategy dpor --spec bag
// expect: violation
// options: --spec queue
/* The unbounded k-FIFO queue: it neither loses nor doubles a value, but it is no queue. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/ubk_queue.h"

QUEUE(ubk_queue)

LINCE_TEST(ubk_queue) {
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq(); deq()");
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq(); deq() deq()");
    lince_test_scenario("enq(1) enq(2); deq() | deq() enq(3) deq()");
}
