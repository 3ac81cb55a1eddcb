/* A cache that forgets what was not used for longest: a list, last used first, and an index of it.
 *
 * To look something up moves it to the front of the list.  LRU_SHARED: so a reader is a writer, and a lock that readers
 * share is not enough. */
#ifndef LRU_CACHE_H
#define LRU_CACHE_H

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

class LruCache {
    using Entry = std::pair<std::string, long>;
    const size_t capacity;
    std::list<Entry> entries;
    std::map<std::string, std::list<Entry>::iterator> index;
    std::shared_mutex lock;

  public:
    explicit LruCache(size_t capacity) : capacity(capacity) {}

    std::optional<long> get(const std::string &key) {
#ifdef LRU_SHARED
        std::shared_lock guard(lock);
#else
        std::unique_lock guard(lock);
#endif
        auto found = index.find(key);
        if (found == index.end()) return std::nullopt;
        entries.splice(entries.begin(), entries, found->second);
        return found->second->second;
    }

    void put(const std::string &key, long value) {
        std::unique_lock guard(lock);
        auto found = index.find(key);
        if (found != index.end()) {
            found->second->second = value;
            entries.splice(entries.begin(), entries, found->second);
            return;
        }
        if (entries.size() == capacity) {
            index.erase(entries.back().first);
            entries.pop_back();
        }
        entries.emplace_front(key, value);
        index.emplace(key, entries.begin());
    }
};

#include <lince/test.h>

static LruCache cache(2);

static std::string name(int key) {
    return "a name that is too long to stand in the string itself: " + std::to_string(key);
}

static void test_lru_cache() {
    lince_test_op(
        "get", [](int key) { return cache.get(name(key)); }, lince_range(0, 2));
    lince_test_op(
        "put", [](int key, long value) { cache.put(name(key), value); }, lince_range(0, 2), lince_unique);
    lince_test_scenario("put(0, 10) put(1, 11); get(0) | get(0); put(2, 12) get(1)");
    lince_test_scenario("put(0, 10) put(1, 11); get(0) | put(2, 12); get(0) get(1)");
    lince_test_scenario("put(0, 10); put(1, 11) get(0) | put(2, 12); get(0) get(1)");
}

#endif
