// expect: violation
// expect: violation
// options: --criterion quasi:2
/* The array queue that says EMPTY although a value is there. */
#include "../objects/iqueue.h"
#include "../objects/containers.h"

QUEUE(iqueue)

LINCE_TEST(iqueue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) deq() | enq(2) deq()");
    lince_test_scenario("; enq(1) | enq(2) enq(3) enq(4) deq(); deq() deq() deq()");
}
