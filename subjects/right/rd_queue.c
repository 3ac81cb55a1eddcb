// expect: ok exhaustive
// options: --strategy dpor --spec bag
// expect: violation
// options: --spec queue
// expect: ok exhaustive
// options: --spec bag --strategy dpor --retry off --scenario 'enq(1); deq() | enq(2)'
// histories: 5
// expect: ok exhaustive
// options: --spec bag --strategy exhaustive --retry off --scenario 'enq(1); deq() | enq(2)'
// histories: 5
/* The random dequeued queue: it neither loses nor doubles a value, but it is no queue. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/rd_queue.h"

QUEUE(rd_queue)

LINCE_TEST(rd_queue) {
    queue_operations();
    lince_test_scenario("enq(1); enq(2) deq() | deq() enq(3); deq()");
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq(); deq() deq()");
}
