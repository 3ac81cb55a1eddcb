// expect: failure data-race
// options: --filter enq_enq
// expect: violation
// options: --filter enq_enq --no-data-races
// expect: violation
// options: --filter deq_deq --no-data-races
/* A queue for one thread, used by two. */
#include "../objects/sl_queue.h"
#include "../objects/containers.h"

QUEUE(sl_queue)

LINCE_TEST(enq_enq) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
}

LINCE_TEST(deq_deq) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2); deq() | deq()");
}
