// expect: failure data-race
// expect: violation
// options: --no-data-races
/* No specification, and still a result that never comes when operations run one after another. */
#define MUTEX_QUEUE_EARLY_LOOK
#include "../objects/containers.h"
#include "../objects/mutex_queue.h"

QUEUE(mutex_queue)

LINCE_TEST(without_spec) {
    queue_operations();
    lince_test_scenario("enq(1); deq() | deq()");
}
