// expect: violation
/* A pool of tasks without versions: after take, take, give the top is as before but for its successor, which is in use.
 * It is handed out a second time. */
#define TASK_POOL_WITHOUT_VERSION
#include "../objects/task_pool.h"
#include "../objects/pool_test.h"

POOL(task_pool, TASK_POOL_SIZE)

LINCE_TEST(task_pool) {
    pool_operations();
    lince_test_scenario("; take() | take() take() give(0); take()");
}
