// expect: violation
/* A ring whose positions begin again at 0.  A deq has found a value; before it takes it, another takes it and the ring
 * goes round once, so that the position is as before: the value is taken a second time. */
#define BUF_RING_MASKED
#include "../objects/buf_ring.h"
#include "../objects/containers.h"

QUEUE(buf_ring)

LINCE_TEST(buf_ring) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); deq() | deq() enq(2) deq()");
}
