// expect: ok exhaustive
// options: --strategy dpor -- -std=c++17
/* std::shared_mutex: readers together, writers alone. */
#include <lince/test.h>
#include <map>
#include <mutex>
#include <shared_mutex>

static std::shared_mutex lock;
static std::map<long, long> table;

static void put(long key, long value) {
    std::unique_lock<std::shared_mutex> guard(lock);
    table[key] = value;
}

static long get(long key) {
    std::shared_lock<std::shared_mutex> guard(lock);
    auto found = table.find(key);
    return found == table.end() ? lince_nil : found->second;
}

LINCE_TEST(map) {
    lince_test_spec("map");
    lince_test_op("put", put, lince_range(1, 1), lince_unique);
    lince_test_op("get", get, lince_range(1, 1));
    lince_test_scenario("put(1, 5) | get(1) | get(1)");
    lince_test_scenario("put(1, 5) put(1, 6) | get(1) get(1)");
}
