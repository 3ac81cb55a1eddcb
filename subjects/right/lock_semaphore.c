// expect: ok exhaustive
/* A semaphore, by its specification: a thread may wait for ever if no other posts. */
#include "../objects/monitor_lock.h"

#include <lince/test.h>

LINCE_TEST(lock_semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_op("wait", monitor_wait);
    lince_test_op("post", monitor_post);
    lince_test_size(3, 2);
}
