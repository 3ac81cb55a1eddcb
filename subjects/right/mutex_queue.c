// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* A queue under a mutex. */
#include "../objects/mutex_queue.h"
#include "../objects/containers.h"

QUEUE(mutex_queue)

LINCE_TEST(mutex_queue) {
    lince_test_spec("queue");
    queue_operations();
}
