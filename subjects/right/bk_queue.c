// expect: ok exhaustive
// options: --strategy dpor --spec bag
// expect: violation
// options: --spec queue
// expect: ok exhaustive
// options: --spec bag --strategy dpor --retry off --scenario 'enq(1); deq() | deq()'
// histories: 4
// expect: ok exhaustive
// options: --spec bag --strategy exhaustive --retry off --scenario 'enq(1); deq() | deq()'
// histories: 4
/* The bounded k-FIFO queue: it neither loses nor doubles a value, but it is no queue. */
#include <lince/test.h>

#include "../objects/bk_queue.h"
#include "../objects/containers.h"

QUEUE(bk_queue)

LINCE_TEST(bk_queue) {
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq(); deq()");
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq(); deq() deq()");
}
