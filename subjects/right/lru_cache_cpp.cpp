// expect: ok exhaustive
// options: --strategy dpor -- -std=c++17
/* A cache of standard containers: what their library does to nodes and strings is seen, and the lock covers all of it.
 */
#include "../objects/lru_cache.h"

LINCE_TEST(lru_cache) { test_lru_cache(); }
