// expect: ok exhaustive
/* A condition variable over futex. */
#include "../objects/containers.h"
#include "../objects/mailbox.h"

QUEUE(mailbox)

LINCE_TEST(futex_cond) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) enq(2) | deq() deq()");
    lince_test_scenario("; enq(1) | enq(2) | deq(); deq()");
}
