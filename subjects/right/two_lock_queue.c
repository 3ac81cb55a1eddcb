// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --retry auto --scenario 'enq(1) | enq(2) | deq()'
// histories: 28
// expect: ok exhaustive
// options: --strategy exhaustive --retry auto --scenario 'enq(1) | enq(2) | deq()'
// histories: 28
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
