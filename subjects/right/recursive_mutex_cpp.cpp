// expect: ok exhaustive
// options: --strategy dpor
/* std::recursive_mutex: an operation that calls another of the same object. */
#include <lince/test.h>
#include <mutex>
#include <set>

static std::recursive_mutex lock;
static std::set<long> values;

static bool contains(long value) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    return values.count(value) > 0;
}

static bool add(long value) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    if (contains(value)) return false;
    values.insert(value);
    return true;
}

LINCE_TEST(set) {
    lince_test_spec("set");
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_op("contains", contains, lince_range(1, 2));
}
