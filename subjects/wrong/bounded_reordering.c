// expect: violation
/* The k-FIFO queue under the eyes of a queue: up to four enq and four deq, each in a thread of its own. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/ubk_queue.h"

QUEUE(ubk_queue)

LINCE_TEST(bounded_reordering) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) | enq(2) | deq() | deq()");
    lince_test_scenario("enq(1) | enq(2) | enq(3) | enq(4) | deq() | deq() | deq() | deq()");
}
