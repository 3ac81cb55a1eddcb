// expect: failure data-race
// options: -- -std=c++17
// expect: failure data-race
// options: -- -std=c++20
/* Readers of the cache share its lock, though they move what they find to the front of the list. */
#define LRU_SHARED
#include "../objects/lru_cache.h"

LINCE_TEST(lru_cache) { test_lru_cache(); }
