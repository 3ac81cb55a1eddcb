// expect: failure deadlock
/* One condition for both kinds of waiters, of whom one is woken: a producer wakes a producer, and all sleep. */
#define BOUNDED_BUFFER_ONE
#include "../objects/bounded_buffer.h"
#include "../objects/containers.h"

QUEUE(bounded_buffer)

LINCE_TEST(bounded_buffer) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1) enq(2) | deq() | deq()");
}
