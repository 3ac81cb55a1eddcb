// expect: failure blocked
/* Of two threads that wait, the second post wakes none. */
#define MONITOR_ONCE
#include "../objects/monitor_lock.h"

#include <lince/test.h>

LINCE_TEST(lock_semaphore) {
    lince_test_spec("semaphore:n=0");
    lince_test_op("wait", monitor_wait);
    lince_test_op("post", monitor_post);
    lince_test_size(3, 2);
}
