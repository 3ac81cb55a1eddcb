// expect: failure data-race
// expect: violation
// options: --no-data-races
/* B6: a lock in the wrong place.  Two threads remove the same value, both with success. */
#define LOCK_LIST_MISPLACED_LOCK
#define LOCK_LIST_KEEPS_NODES
#include "../objects/lock_list_test.h"

LINCE_TEST(lock_list) {
    lock_list_operations();
    lince_test_scenario("add(1); remove(1) | remove(1)");
}
