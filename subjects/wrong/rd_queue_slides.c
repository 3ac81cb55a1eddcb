// expect: violation
// expect: violation
// options: --criterion linearizable
// expect: ok exhaustive
// options: --strategy dpor --criterion linearizable --spec bag
/* The random dequeued queue without its window: 1 may be overtaken for ever. */
#include <lince/test.h>

#define RD_QUEUE_K 1
#define RD_QUEUE_SLIDES
#include "../objects/containers.h"
#include "../objects/rd_queue.h"

QUEUE(rd_queue)

LINCE_TEST(rd_queue) {
    lince_test_spec("queue");
    lince_test_criterion("quasi:1");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) enq(3) enq(4); deq() deq() | deq() deq()");
}
