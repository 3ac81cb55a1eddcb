// expect: failure blocked
/* A lock that becomes free wakes no thread. */
#define MONITOR_FORGETS
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
