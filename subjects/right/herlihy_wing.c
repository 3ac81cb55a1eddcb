// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --criterion quasi:2
/* Herlihy and Wing's queue.  Its deq waits, so that there are as many enq as deq. */
#include "../objects/herlihy_wing.h"
#include "../objects/containers.h"

QUEUE(herlihy_wing)

LINCE_TEST(herlihy_wing) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq()");
    lince_test_scenario("; enq(1) enq(2) | deq() deq()");
    lince_test_scenario("; enq(1) | enq(2) | deq() deq()");
}
