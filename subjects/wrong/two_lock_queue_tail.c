// expect: failure data-race
// expect: violation
// options: --no-data-races
/* B1 (tail): two threads append to the same node, because the lock of the tail is taken in two steps. */
#define TWO_LOCK_QUEUE_BAD_TAIL
#include "../objects/containers.h"
#include "../objects/two_lock_queue.h"

QUEUE(two_lock_queue)

LINCE_TEST(two_lock_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) | enq(2) | enq(3); deq() deq() deq()");
}
