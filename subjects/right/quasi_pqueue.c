// expect: ok exhaustive
// options: --strategy dpor --spec bag
// expect: violation
// options: --spec pqueue
/* The relaxed priority queue: it neither loses nor doubles a value, but it is no priority queue. */
#include <lince/test.h>

#include "../objects/containers.h"
#include "../objects/quasi_pqueue.h"

QUEUE(quasi_pqueue)

LINCE_TEST(quasi_pqueue) {
    queue_operations();
    lince_test_scenario("; enq(3) enq(1) | enq(2) enq(4); deq() deq() deq() deq()");
    lince_test_scenario("; enq(2) deq() | enq(1) deq(); deq()");
}
