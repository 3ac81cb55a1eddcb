// expect: failure data-race
// expect: violation
// options: --no-data-races
/* B1 (head): two threads remove at once, because the lock of the head is taken in two steps. */
#define TWO_LOCK_QUEUE_BAD_HEAD
#include "../objects/containers.h"
#include "../objects/two_lock_queue.h"

QUEUE(two_lock_queue)

LINCE_TEST(two_lock_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2); deq() | deq()");
}
