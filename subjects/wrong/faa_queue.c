// expect: violation
/* deq reads two indices in the wrong order and says EMPTY, although at any moment there was a value in the queue. */
#define FAA_QUEUE_PUSHED_FIRST
#include "../objects/faa_queue.h"
#include "../objects/containers.h"

QUEUE(faa_queue)

LINCE_TEST(faa_queue) {
    lince_test_spec("queue");
    queue_operations();
}
