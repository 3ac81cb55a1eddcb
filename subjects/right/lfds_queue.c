// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --retry off --scenario 'enq(1); deq() | deq()'
// histories: 4
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'enq(1); deq() | deq()'
// histories: 4
/* The queue over a fixed array, with room enough. */
#include "../objects/lfds_queue.h"
#include "../objects/containers.h"

QUEUE(lfds_queue)

LINCE_TEST(lfds_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) deq() | enq(2) deq()");
    lince_test_scenario("enq(1); deq() enq(2) | deq(); deq()");
}
