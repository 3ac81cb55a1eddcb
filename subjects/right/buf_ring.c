// expect: ok exhaustive
/* A ring whose positions count on.  The first scenario is the one that catches it if they do not. */
#include "../objects/buf_ring.h"
#include "../objects/containers.h"

QUEUE(buf_ring)

LINCE_TEST(buf_ring) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); deq() | deq() enq(2) deq()");
    lince_test_scenario("enq(1); deq() | enq(2) | deq(); deq()");
}
