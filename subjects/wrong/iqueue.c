// expect: violation
/* The array queue that says EMPTY although a value is there. */
#include "../objects/iqueue.h"
#include "../objects/containers.h"

QUEUE(iqueue)

LINCE_TEST(iqueue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) deq() | enq(2) deq()");
}
