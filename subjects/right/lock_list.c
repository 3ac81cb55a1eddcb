// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --scenario 'add(1); remove(1) | remove(1) | contains(1)'
// histories: 32
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'add(1); remove(1) | remove(1) | contains(1)'
// histories: 32
/* The list that is locked hand over hand: two threads with one call each on two values, and two scenarios of more. */
#include "../objects/lock_list_test.h"

LINCE_TEST(lock_list) {
    lock_list_operations();
    lince_test_size(2, 1);
    lince_test_scenario("add(1); remove(1) | remove(1) | contains(1)");
    lince_test_scenario("add(2); add(1) remove(2) | add(3) remove(1); contains(1) contains(2) contains(3)");
}
