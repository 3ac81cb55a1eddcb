// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
/* B6 where removed nodes are freed: the second thread locks a mutex that is gone. */
#define LOCK_LIST_MISPLACED_LOCK
#include "../objects/lock_list_test.h"

LINCE_TEST(lock_list) {
    lock_list_operations();
    lince_test_scenario("add(1); remove(1) | remove(1)");
}
