// expect: violation
/* A free list whose counter falls back: the last take gets index 3, which the first thread has.
 *
 * The third thread reads the head when its counter is 0, the second when it is 2, and the third makes it 2 again. There
 * is no shorter way: a counter must be overtaken by two and then meet the same index with another one behind it. */
#define INDEX_LIST_OWN_COUNTER
#include "../objects/index_list.h"
#include "../objects/pool_test.h"

POOL(index_list, INDEX_LIST_SIZE)

LINCE_TEST(index_list) {
    pool_operations();
    lince_test_scenario("; take() take() take() take() give(2) give(0) | take() | take(); take()");
}
