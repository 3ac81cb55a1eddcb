// expect: ok exhaustive
// options: --strategy dpor
/* Michael and Scott's queue: all scenarios of two threads with up to two calls each. */
#include "../objects/ms_queue.h"
#include "../objects/containers.h"

QUEUE(ms_queue)

LINCE_TEST(ms_queue) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_size(2, 2);
}
