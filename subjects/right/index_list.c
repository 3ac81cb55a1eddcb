// expect: ok exhaustive
/* A free list of indices with a counter against ABA.  The first scenario is the one that catches it without. */
#include "../objects/index_list.h"
#include "../objects/pool_test.h"

POOL(index_list, INDEX_LIST_SIZE)

LINCE_TEST(index_list) {
    pool_operations();
    lince_test_scenario("; take() take() take() take() give(2) give(0) | take() | take(); take()");
}
