// expect: violation
// options: --strategy dpor
// expect: violation
// expect: ok exhaustive
// options: --strategy dpor --no-history-edges
/* get sums the shards without a lock: 0, then a later -1, though +1 came before it.  A reduction that does not take
 * the order of returns and calls for an effect sees no execution in which it did. */
#define SHARDED_COUNTER_NO_LOCK
#include "../objects/sharded_counter_test.h"

LINCE_TEST(sharded_counter) {
    sharded_counter_operations();
    lince_test_scenario("get() | inc() | dec()");
}
