// expect: violation
/* B7: there is room for one value, nobody looks whether enq succeeded, and the second value is lost. */
#define LFDS_QUEUE_CELLS 2
#include "../objects/lfds_queue.h"
#include "../objects/containers.h"

QUEUE(lfds_queue)

LINCE_TEST(lfds_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq()");
}
