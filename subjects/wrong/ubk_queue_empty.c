// expect: violation
/* EMPTY by a tail that was read too early: at any moment there was a value in the queue. */
#include <lince/test.h>

#define UBK_QUEUE_OLD_TAIL
#include "../objects/containers.h"
#include "../objects/ubk_queue.h"

QUEUE(ubk_queue)

LINCE_TEST(ubk_queue) {
    lince_test_spec("bag");
    queue_operations();
    lince_test_scenario("enq(1) enq(2); deq() | deq() enq(3) deq()");
}
