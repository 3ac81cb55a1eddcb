// expect: failure data-race
// expect: violation
// options: --no-data-races
/* deq looks whether there is a value before it has the lock. */
#define MUTEX_QUEUE_EARLY_LOOK
#include "../objects/mutex_queue.h"
#include "../objects/containers.h"

QUEUE(mutex_queue)

LINCE_TEST(mutex_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); deq() | deq()");
}
