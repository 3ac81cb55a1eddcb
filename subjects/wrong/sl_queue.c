// expect: failure data-race
// options: --filter enq_enq
// expect: violation
// options: --filter enq_enq --no-data-races
// expect: violation
// options: --filter enq_enq --no-data-races --criterion quasi:2
// expect: violation
// options: --filter deq_deq --no-data-races
// expect: violation
// options: --filter deq_deq --no-data-races --criterion quasi:2
// expect: ok exhaustive
// options: --filter enq_deq --no-data-races --strategy dpor
/* A queue for one thread, used by two.  One that adds and one that removes do not meet as long as there is something in
 * it. */
#include "../objects/sl_queue.h"
#include "../objects/containers.h"

QUEUE(sl_queue)

LINCE_TEST(enq_enq) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
    lince_test_scenario(
        "enq(1) enq(2) enq(3) enq(4) enq(5); enq(6) | enq(7); deq() deq() deq() deq() deq() deq() deq()");
}

LINCE_TEST(deq_deq) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2); deq() | deq()");
}

LINCE_TEST(enq_deq) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario(
        "enq(1) enq(2) enq(3) enq(4) enq(5) enq(6); enq(7) | deq(); deq() deq() deq() deq() deq() deq()");
}
