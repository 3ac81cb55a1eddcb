// expect: ok exhaustive
/* The queue of Ramalhete and Correia. */
#include "../objects/faa_queue.h"
#include "../objects/containers.h"

QUEUE(faa_queue)

LINCE_TEST(faa_queue) {
    lince_test_spec("queue");
    queue_operations();
}
