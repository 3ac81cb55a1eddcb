// expect: ok exhaustive
/* A pool of tasks with versions against ABA.  The first scenario is the one that catches it without. */
#include "../objects/task_pool.h"
#include "../objects/pool_test.h"

POOL(task_pool, TASK_POOL_SIZE)

LINCE_TEST(task_pool) {
    pool_operations();
    lince_test_scenario("; take() | take() take() give(0); take()");
    lince_test_scenario("take(); take() give(1) | take() give(1) | take(); take()");
}
