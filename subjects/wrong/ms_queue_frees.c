// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
/* Michael and Scott's queue gives nodes back to malloc while others may be about to read them. */
#define MS_QUEUE_FREES
#include "../objects/containers.h"
#include "../objects/ms_queue.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); deq() | deq()");
}
