# Operations with values by content: strings, pairs, structs, pointers, exceptions, results in parameters.
= right.cpp
#include <lince/test.h>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
static std::mutex m;
template <class T> class Queue {
    mutable std::mutex own;
    std::deque<T> q;
public:
    void push(T v) { std::lock_guard<std::mutex> g(own); q.push_back(std::move(v)); }
    bool try_pop(T &out) {
        std::lock_guard<std::mutex> g(own);
        if (q.empty()) return false;
        out = std::move(q.front());
        q.pop_front();
        return true;
    }
    T take() {
        T value;
        if (!try_pop(value)) throw std::out_of_range("empty");
        return value;
    }
};
struct Item { int id; std::string name; double weight; };
template <class T> void describe(Queue<T> &q) {
    lince_test_spec("queue");
    lince_test_method("enq", q, &Queue<T>::push);
    lince_test_method("deq", q, &Queue<T>::try_pop);
}
#define TEST(name, ...) static Queue<__VA_ARGS__> name; LINCE_TEST(name) { describe(name); }
TEST(strings, std::string)
TEST(items, Item)
TEST(tuples, std::tuple<int, std::string, bool>)
TEST(pairs, std::pair<Item, int>)
TEST(owned, std::unique_ptr<Item>)
TEST(pointers, Item *)
TEST(variants, std::variant<int, std::string>)
TEST(arrays, std::array<int, 2>)
TEST(fractions, double)
TEST(optionals, std::optional<long>)
static Queue<int> thrown;
LINCE_TEST(thrown) {
    lince_test_spec("queue");
    lince_test_method("enq", thrown, &Queue<int>::push);
    lince_test_method("deq", thrown, &Queue<int>::take);
    lince_test_throws<std::out_of_range>(lince_empty);
}
static std::map<std::string, std::string> kv;
LINCE_TEST(kv) {
    lince_test_spec("map");
    lince_test_op("put", [](std::string k, std::string v) { std::lock_guard<std::mutex> g(m); kv[k] = v; });
    lince_test_op("get", [](const std::string &k) -> std::optional<std::string> {
        std::lock_guard<std::mutex> g(m);
        auto i = kv.find(k);
        if (i == kv.end()) return {};
        return i->second;
    });
}
struct Money { int amount; const char *currency; Money(int a, const char *c) : amount(a), currency(c) {} };
long lince_as_value(const Money &x) { return lince_list_value(x.amount, x.currency); }
Money lince_from_value(long n, lince_type<Money>) { return Money(int(n), "EUR"); }
static Money purse(0, "EUR");
LINCE_TEST(purse) {
    lince_test_op("swap", [](Money x) { std::lock_guard<std::mutex> g(m); std::swap(purse, x); return x; });
}
$ lince test right.cpp -- -std=c++17 | sed 's/ (.*//; s/: [0-9,]* exec.*//'
right.cpp: strings: ok — linearizable as a queue
right.cpp: items: ok — linearizable as a queue
right.cpp: tuples: ok — linearizable as a queue
right.cpp: pairs: ok — linearizable as a queue
right.cpp: owned: ok — linearizable as a queue
right.cpp: pointers: ok — linearizable as a queue
right.cpp: variants: ok — linearizable as a queue
right.cpp: arrays: ok — linearizable as a queue
right.cpp: fractions: ok — linearizable as a queue
right.cpp: optionals: ok — linearizable as a queue
right.cpp: thrown: ok — linearizable as a queue
right.cpp: kv: ok — linearizable as a map
right.cpp: purse: ok — linearizable
13 ok, 0 violations, 0 unknown
? 0

# One of several overloads of a method, which may be a template.
= overloads.cpp
#include <lince/test.h>
#include <deque>
#include <mutex>
#include <string>
template <class T> class Queue {
    std::mutex own;
    std::deque<T> q;
public:
    void push(T &&v) { std::lock_guard<std::mutex> g(own); q.push_back(std::move(v)); }
    void push(const T &v) { push(T(v)); }
    bool pop(int, T &) { return false; }
    template <class U> bool pop(U &to) { std::lock_guard<std::mutex> g(own); return take(to); }
    template <class U> bool take(U &to) {
        if (q.empty()) return false;
        to = LAST ? q.back() : q.front();
        if (LAST) q.pop_back();
        else q.pop_front();
        return true;
    }
};
struct Named : Queue<std::string> {} queue;
LINCE_TEST(overloads) {
    lince_test_spec("queue");
    lince_test_method<void(const std::string &)>("enq", queue, &Named::push);
    lince_test_method<bool(std::string &)>("deq", queue, &Named::pop);
}
$ lince test overloads.cpp -- -DLAST=0 | sed 's/: [0-9,]* exec.*//'; lince test overloads.cpp -- -DLAST=1 | grep -o '^over.*as a queue\|deq() → "."' | sort -u
overloads.cpp: overloads: ok — linearizable as a queue
deq() → "2"
overloads.cpp: overloads: violation — not linearizable as a queue
? 0

# Real threads record the same values.
$ lince test -S stress --max-executions 20 right.cpp --filter kv -- -std=c++17 | sed 's/ (.*//; s/: [0-9,]* exec.*//'
right.cpp: kv: ok — linearizable as a map
? 0

# The same with mistakes: two critical sections in place of one, and an exception that is not what the sequence allows.
= wrong.cpp
#include <lince/test.h>
#include <atomic>
#include <deque>
#include <mutex>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
static std::mutex m;
typedef std::lock_guard<std::mutex> guard;
static std::map<std::string, std::string> kv;
LINCE_TEST(kv) {
    lince_test_spec("map");
    lince_test_op("get", [](std::string k) -> std::optional<std::string> {
        guard g(m);
        auto i = kv.find(k);
        if (i == kv.end()) return {};
        return i->second;
    });
    lince_test_op("append", [](std::string k, std::string v) {
        std::string was;
        { guard g(m); was = kv[k]; }
        guard g(m);
        kv[k] = was + v;
    });
}
static std::atomic<int> n;
LINCE_TEST(pairs) {
    lince_test_op("snap", [] { int a = n.load(), b = n.load(); return std::make_pair(a, b); });
    lince_test_op("inc", [] { n++; });
}
struct Item { int id; std::string name; };
static std::deque<Item> q;
LINCE_TEST(items) {
    lince_test_spec("queue");
    lince_test_op("enq", [](const Item &i) { guard g(m); q.push_back(i); });
    lince_test_op("deq", [](Item &out) {
        { guard g(m); if (q.empty()) return false; out = q.front(); }
        guard g(m);
        if (!q.empty()) q.pop_front();
        return true;
    });
}
static std::atomic<int> used;
LINCE_TEST(thrown) {
    lince_test_op("inc", [] { if (used.load() == 2) throw std::length_error("full"); return used++; });
    lince_test_throws<std::length_error>();
    lince_test_scenario("inc() inc() | inc() inc()");
}
static std::atomic<Item *> slot;
static long state;
LINCE_TEST(model) {
    lince_test_op("swap", [](Item *i) { Item *was = slot.load(); slot.store(i); return was; });
    lince_test_model(&state, sizeof state);
    lince_test_model_op("swap", [](Item *i) {
        long was = state ? state : lince_empty;
        state = lince_list_value(i->id, i->name);
        return was;
    });
}
$ lince test wrong.cpp -- -std=c++17 | grep 'wrong.cpp: \|^ *T. *├.*→' | sed 's/ ([0-9].*//'
wrong.cpp: kv: violation — not linearizable as a map
    T1  ├─ get("1") → "" ─┤
    T1  ├─ get("1") → "" ─┤
wrong.cpp: pairs: violation — not linearizable
    T1  ├─ snap() → [0, 1] ─┤
    T1  ├─ snap() → [0, 1] ─┤
wrong.cpp: items: violation — not linearizable as a queue
    T1                        ├─ deq() → [1, "1"] ─┤
    T2                        ├─ deq() → [1, "1"] ─┤
wrong.cpp: thrown: violation — not linearizable
    T1                    ├─ inc() → 2 ─┤
    T2                    ├─ inc() → 1 ─┤
    T1  ├─ inc() → 2 ─┤
wrong.cpp: model: violation — not linearizable as its model
    T1  ├─ swap([1, "1"]) → EMPTY ─┤
    T2  ├─ swap([2, "2"]) → EMPTY ─┤
? 0

# In C: texts, lists, and results in parameters; a text that is read too late is a data race.
= texts.c
#include <lince/test.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { char key[8], value[8]; } at[4];
static int find(const char *key) {
    int i = 0;
    while (at[i].key[0] && strcmp(at[i].key, key)) i++;
    return i;
}
static void put(const char *key, const char *value) {
    pthread_mutex_lock(&lock);
    int i = find(key);
    strcpy(at[i].key, key);
    strcpy(at[i].value, value);
    pthread_mutex_unlock(&lock);
}
static _Thread_local char copy[8];
static bool get(const char *key, const char **value) {
    pthread_mutex_lock(&lock);
    int i = find(key);
    bool found = at[i].key[0];
    *value = COPY ? strcpy(copy, at[i].value) : at[i].value;
    pthread_mutex_unlock(&lock);
    return found;
}
LINCE_TEST(texts) {
    lince_test_spec("map");
    lince_test_op("put", put);
    lince_test_op("get", get);
}
static long items[8];
static int count;
static void push(int id, const char *name) {
    pthread_mutex_lock(&lock);
    items[count++] = lince_list_value(id, lince_string_value(name));
    pthread_mutex_unlock(&lock);
}
static bool pop(long *item) {
    pthread_mutex_lock(&lock);
    bool any = count > 0;
    if (any) *item = items[--count];
    pthread_mutex_unlock(&lock);
    return any;
}
LINCE_TEST(lists) {
    lince_test_op("push", push);
    lince_test_op("pop", pop);
}
$ lince test texts.c -- -DCOPY=1 | sed 's/: [0-9,]* exec.*//'
texts.c: texts: ok — linearizable as a map
texts.c: lists: ok — linearizable
2 ok, 0 violations, 0 unknown
? 0
$ lince test texts.c --filter texts -- -DCOPY=0 | head -1 | sed 's/ (.*//'
texts.c: texts: violation — data race: T1 writes what T2 read, and nothing orders the two
? 0

# Operations that may fail, or err, while another one overlaps them, and not otherwise.
= steal.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int size, wants[3];
static bool trylock(void) {
    int self = lince_thread_number();
    atomic_store(&wants[self], 1);
    for (int i = 0; i < 3; i++)
        if (i != self && atomic_load(&wants[i])) {
            atomic_store(&wants[self], LEFT);
            return false; /* so may the other thread */
        }
    return true;
}
static void unlock(void) { atomic_store(&wants[lince_thread_number()], 0); }
static void describe(lince_argument how) {
    lince_test_spec("mutex");
    lince_test_op("trylock", trylock, how);
    lince_test_op("unlock", unlock);
}
LINCE_TEST(strict) {
    lince_test_spec("mutex");
    lince_test_op("trylock", trylock);
    lince_test_op("unlock", unlock);
}
LINCE_TEST(relaxed) { describe(lince_may_fail); }
static void inc(void) { atomic_fetch_add(&size, 1), atomic_fetch_add(&size, 1); }
static int get(void) { return atomic_load(&size) / 2 + atomic_load(&size) % 2; }
LINCE_TEST(exact) { lince_test_spec("counter"); lince_test_op("inc", inc); lince_test_op("get", get); }
LINCE_TEST(at_rest) { lince_test_spec("counter"); lince_test_op("inc", inc); lince_test_op("get", get, lince_may_err); }
$ lince test steal.c -- -DLEFT=0 | grep '^[0-9s]' | sed 's/: [0-9,]* exec.*//; s/ (.*//'
steal.c: strict: violation — not linearizable as a mutex
steal.c: relaxed: ok — linearizable as a mutex
steal.c: exact: violation — not linearizable as a counter
steal.c: at_rest: ok — linearizable as a counter
2 ok, 2 violations, 0 unknown
? 0
$ lince test --filter relaxed steal.c -- -DLEFT=1 | head -1 | sed 's/ (.*//'
steal.c: relaxed: violation — not linearizable as a mutex
? 0

# An option stands last.
= late.c
#include <lince/test.h>
static void put(int a) { (void)a; }
LINCE_TEST(late) { lince_test_op("put", put, lince_may_fail, lince_unique); }
$ lince test late.c
lince: late.c:3: test late: lince_test_op: operation put: an argument is described behind an option
? 2
