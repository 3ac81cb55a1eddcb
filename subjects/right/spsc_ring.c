// expect: ok exhaustive
// expect: violation
// options: --scenario '; enq(1) | enq(2); deq() deq()'
/* A ring for one producer and one consumer: it is a queue, unless there are two producers. */
#include "../objects/spsc_ring_test.h"

LINCE_TEST(spsc_ring) {
    spsc_ring_operations();
    lince_test_scenario("; enq(1) enq(2) enq(3) enq(4) | deq() deq() deq() deq()");
    lince_test_scenario("enq(1); enq(2) enq(3) enq(4) | deq() deq() deq(); deq() deq()");
}
