// expect: ok exhaustive
// options: --strategy dpor
/* Objects of all lifetimes: an execution that ends early leaves them as they were, and the next one starts anew. */
#include <lince/test.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

static std::mutex lock;
static std::map<std::string, std::shared_ptr<std::vector<long>>> lists;
static std::string notes = "long enough to be kept in memory of its own from the start";

static std::string &once() {
    static std::string text(100, 'a');
    return text;
}

static long add(long value) {
    thread_local std::vector<long> mine;
    mine.push_back(value);
    std::lock_guard<std::mutex> guard(lock);
    auto &list = lists["key number " + std::to_string(value % 2)];
    if (!list) list = std::make_shared<std::vector<long>>();
    list->push_back(value);
    notes += 'x';
    once() += 'b';
    return (long)(list->size() * 100 + mine.size());
}

static bool all_add_up() {
    size_t sum = 0;
    for (auto &entry : lists) sum += entry.second->size();
    return notes.size() == 58 + sum && (sum == 0 || once().size() == 100 + sum);
}

LINCE_TEST(lifetimes) {
    lince_test_op("add", add, lince_range(1, 2));
    lince_test_invariant(all_add_up);
    lince_test_scenario("add(1) add(2) | add(1)");
    lince_test_scenario("add(1) | add(1) | add(2)");
}
