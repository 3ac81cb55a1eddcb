// expect: violation
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --no-history-edges
// executions: 1
/* get returns the shard of its own thread.  Threads share no memory at all: a reduction that looks at memory alone
 * takes one execution for all, and that one is fine. */
#define SHARDED_COUNTER_OWN_SHARD
#include "../objects/sharded_counter_test.h"

LINCE_TEST(sharded_counter) {
    sharded_counter_operations();
    lince_test_scenario("inc() get() | inc()");
}
