// expect: ok exhaustive
/* The queue of Ramalhete and Correia. */
#include "../objects/containers.h"
#include "../objects/faa_queue.h"

QUEUE(faa_queue)

LINCE_TEST(faa_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); deq() | enq(2) deq(); deq()");
    lince_test_scenario("enq(1) enq(2) enq(3) deq(); enq(4) deq() | deq(); deq()");
}
