// expect: failure deadlock
/* A condition variable that loses a wake-up: deq waits, the first enq wakes it, but before it looks the second enq
 * waits as well.  Both sleep though there is a value. */
#define FUTEX_COND_FLAG
#include "../objects/containers.h"
#include "../objects/mailbox.h"

QUEUE(mailbox)

LINCE_TEST(futex_cond) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("; enq(1) enq(2) | deq() deq()");
}
