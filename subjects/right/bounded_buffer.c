// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --spurious 1
/* A buffer for one value that makes its users wait, also if they wake up for no reason. */
#include "../objects/bounded_buffer.h"
#include "../objects/containers.h"

QUEUE(bounded_buffer)

LINCE_TEST(bounded_buffer) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) enq(2) | deq() | deq()");
    lince_test_scenario("; enq(1) | enq(2) | deq() deq()");
}
