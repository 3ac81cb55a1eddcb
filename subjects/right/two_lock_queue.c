// expect: ok exhaustive
// options: --strategy dpor
/* The queue with two locks. */
#include "../objects/two_lock_queue.h"
#include "../objects/containers.h"

QUEUE(two_lock_queue)

LINCE_TEST(two_lock_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_size(2, 2);
    lince_test_scenario("; enq(1) deq() | enq(2) | deq(); deq()");
}
