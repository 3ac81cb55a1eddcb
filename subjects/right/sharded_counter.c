// expect: ok exhaustive
// options: --strategy dpor
/* The counter in two shards with a lock. */
#include "../objects/sharded_counter_test.h"

LINCE_TEST(sharded_counter) {
    sharded_counter_operations();
    lince_test_scenario("get() | inc() | dec()");
}
