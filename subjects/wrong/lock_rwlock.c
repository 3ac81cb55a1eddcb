// expect: violation
/* A writer does not wait for readers. */
#define MONITOR_LETS_IN
#include "../objects/monitor_lock.h"

#include <lince/test.h>

LINCE_TEST(lock_rwlock) {
    lince_test_spec("rwlock");
    lince_test_op("rdlock", monitor_rdlock);
    lince_test_op("rdunlock", monitor_rdunlock);
    lince_test_op("wrlock", monitor_wrlock);
    lince_test_op("wrunlock", monitor_wrunlock);
    lince_test_size(2, 4);
}
