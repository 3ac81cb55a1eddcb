// expect: violation
// expect: violation
// options: --spec bag
/* b3: deq returns EMPTY although a value is there. */
#include <lince/test.h>

#define QUASI_QUEUE_FALSE_EMPTY
#include "../objects/containers.h"
#include "../objects/quasi_queue.h"

QUEUE(quasi_queue)

LINCE_TEST(quasi_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_scenario("enq(1); enq(2) | deq(); deq()");
}
