// expect: violation
/* `if` instead of `while`: a consumer wakes up when another one has taken the value. */
#define BOUNDED_BUFFER_IF
#include "../objects/bounded_buffer.h"
#include "../objects/containers.h"

QUEUE(bounded_buffer)

LINCE_TEST(bounded_buffer) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) | deq() | deq()");
}
