// expect: failure progress
/* A queue behind a mutex is not lock-free: whoever waits for the mutex depends on the thread that has it. */
#include "../objects/containers.h"
#include "../objects/mutex_queue.h"

QUEUE(mutex_queue)

LINCE_TEST(lock_free) {
    lince_test_spec("queue");
    queue_operations();
    lince_test_lock_free();
}
