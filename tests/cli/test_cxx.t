# lince test: what C++ adds.
= calls_c.cpp
#include <lince/test.h>
long next();
LINCE_TEST(next) { lince_test_op("next", next); }
= in_c.c
static long n;
long next(void) { return ++n; }
$ lince test calls_c.cpp in_c.c 2>&1 | sed '/^lince/!d'
lince: calls_c.cpp: this cannot be linked: see above; C functions that C++ calls must be declared as extern "C"
? 0

= kinds.cpp
#include <atomic>
#include <functional>
#include <lince/test.h>
#include <optional>
enum class Side { left, right };
static std::atomic<unsigned> n;
static long sum(unsigned a, const bool &b, Side side) noexcept { return (long)a + b + (long)side; }
LINCE_TEST(kinds) {
    int k = 5;
    lince_test_op("sum", sum, lince_range(1, 1), lince_range(1, 1), lince_range(0, 1));
    lince_test_op("captured", [k](char c) mutable { return k + c; }, lince_range(0, 0));
    lince_test_op("function", std::function<long long(long)>([k](long v) { return k * v; }), lince_range(-1, -1));
    lince_test_op("not", [](bool v) { return !v; });
    lince_test_op("side", +[](bool v) { return v ? Side::left : Side::right; });
    lince_test_op("large", [] { return 3000000000u; });
    lince_test_op("nothing", [] { return std::optional<short>(); });
    lince_test_op("symbol", [] { return (unsigned)lince_closed; });
    lince_test_op("add", [](unsigned long long v) { n += (unsigned)v; }, lince_range(1, 1));
    lince_test_size(1, 1);
}
$ lince test --histories out.hist kinds.cpp -- -std=c++17 && sed -n '/T1/p' out.hist | paste -d' ' - - | sort
kinds.cpp: kinds: ok — linearizable: {any}
T1 invoke add(1) T1 return
T1 invoke captured(0) T1 return 5
T1 invoke function(-1) T1 return -5
T1 invoke large() T1 return 3000000000
T1 invoke not(0) T1 return true
T1 invoke not(1) T1 return false
T1 invoke nothing() T1 return EMPTY
T1 invoke side(0) T1 return 1
T1 invoke side(1) T1 return 0
T1 invoke sum(1, 1, 0) T1 return 2
T1 invoke sum(1, 1, 1) T1 return 3
T1 invoke symbol() T1 return CLOSED
? 0

# What cannot be an operation is refused, and once.
= text.cpp
#include <lince/test.h>
#include <string>
class Opaque { std::string s; };
LINCE_TEST(text) { lince_test_op("text", [] { return Opaque(); }); }
= given.cpp
#include <lince/test.h>
#include <string>
class Opaque { std::string s; };
long lince_as_value(const Opaque &) { return 0; }
LINCE_TEST(given) { lince_test_op("given", [](Opaque) {}); }
= open.cpp
#include <lince/test.h>
LINCE_TEST(open) { lince_test_op("open", [](auto v) { return v; }); }
= four.cpp
#include <lince/test.h>
LINCE_TEST(four) { lince_test_op("four", [](int, int, int, int) {}); }
$ for f in text given open four; do lince test $f.cpp -- -std=c++17 2>&1 | grep -o 'lince: [a-z].*' | sed 's/".*//' | sort -u; done
lince: a value of this type is not known to be anything in a history: declare `long lince_as_value(const T &)` beside the type, see <lince/test_values.h>
lince: text.cpp: the compiler refuses this: see above
lince: an argument of this type cannot be made: declare `T lince_from_value(long, lince_type<T>)` beside the type, see <lince/test_values.h>
lince: given.cpp: the compiler refuses this: see above
lince: an operation must be a function, or an object with one operator() whose arguments have types: not `auto`, not overloaded, not a member without its object
lince: open.cpp: the compiler refuses this: see above
lince: an operation takes at most three arguments
lince: four.cpp: the compiler refuses this: see above
? 0

# A model in C++, and an old standard.
= slot.cpp
#include <lince/test.h>
#include <mutex>
static std::mutex m;
static int full, slot;
static struct { int full, value; } model;
struct maybe {
    bool there;
    int value;
    bool has_value() const { return there; }
    int operator*() const { return value; }
};
LINCE_TEST(slot) {
    lince_test_op("put", [](int v) { std::lock_guard<std::mutex> g(m); bool was = !full; if (was) slot = v, full = 1; return was; });
    lince_test_op("take", [] { std::lock_guard<std::mutex> g(m); maybe v = {full == 1, slot}; full = 0; return v; });
    lince_test_model(&model, sizeof model);
    lince_test_model_op("put", [](int v) { if (model.full) return false; model.full = 1; model.value = v; return true; });
    lince_test_model_op("take", [] { maybe v = {model.full == 1, model.value}; model.full = model.value = 0; return v; });
}
$ lince test slot.cpp -- -std=c++11 -Wall -Wextra -Werror
slot.cpp: slot: ok — linearizable as its model: {any}
? 0

# Threads that call no operation have no histories: they are not run in every order first.
= quiet.cpp
#include <atomic>
#include <lince/test.h>
static std::atomic<int> n;
static void count() { for (int i = 0; i < 12; i++) n.fetch_add(1); }
static void look() { for (int i = 0; i < 12; i++) (void)n.load(); }
LINCE_TEST(quiet) {
    lince_test_thread([] { static std::atomic<int> a; for (int i = 0; i < 12; i++) a++; count(); });
    lince_test_thread([] { static std::atomic<int> b; for (int i = 0; i < 12; i++) b++; });
    lince_test_thread([] { static std::atomic<int> c; for (int i = 0; i < 12; i++) c++; if (false) look(); });
}
$ lince test --strategy dpor quiet.cpp
quiet.cpp: quiet: ok — no failure: 1 execution, 0 histories, all interleavings {any}
? 0

= late.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int x;
static void one(void) { x = 1; x = 2; }
static void two(void) { if (x == 1) { lince_op_begin("inc"); lince_op_end(); } }
LINCE_TEST(late) { lince_test_thread(one); lince_test_thread(two); }
$ lince test late.c | head -n 1
late.c: late: ok — linearizable: {any} executions, 2 histories, all interleavings {any}
? 0

$ lince test --spec counter late.c
late.c: late: ok — {any}
? 0

# Lines of a lambda's are its own, and nothing is said of what is modelled.
= told.cpp
#include <atomic>
#include <lince/test.h>
#include <mutex>
static std::mutex m;
static std::atomic<int> n;
LINCE_TEST(told) {
    lince_test_op("inc", [] {
        {
            std::lock_guard<std::mutex> g(m);
        }
        n = n + 1;
        n.notify_all();
    });
    lince_test_op("get", [] { return n.load(); });
    lince_test_spec("counter");
    lince_test_scenario("; inc() | inc(); get()");
}
$ lince test told.cpp -- -std=c++20 2>&1 | grep -o 'warning.*\|mutex_lock.*\|test_cxx.*' | sed 's/  */ /g' | sort -u
mutex_lock(m) told.cpp:9
? 0

# With libc++, where it is installed: what it has in its library is modelled, too, and nothing is said of its headers.
= libcxx
#!/bin/sh
# libcxx FILE: what lince test says of it.
if echo '#include <version>' | clang++ -stdlib=libc++ -std=c++20 -fsyntax-only -x c++ - 2>&1 | grep -q .; then
    echo "$(basename "$1"): no libc++"
else
    CXX=clang++ lince test "$1" -- -stdlib=libc++ 2>&1 | sed -n 's/^.*\///;1p'
fi
$ for NAME in call_once exceptions weak_ptr; do sh libcxx "$SOURCE/subjects/right/${NAME}_cpp.cpp" | sed 's/: no libc++/: test: ok — /'; done
call_once_cpp.cpp: {word} ok — {any}
exceptions_cpp.cpp: {word} ok — {any}
weak_ptr_cpp.cpp: {word} ok — {any}
? 0

$ for NAME in call_once exceptions weak_ptr; do sh libcxx "$SOURCE/subjects/wrong/${NAME}_cpp.cpp" | sed 's/: no libc++/: test: violation — /'; done
call_once_cpp.cpp: {word} violation — {any}
exceptions_cpp.cpp: {word} violation — {any}
weak_ptr_cpp.cpp: {word} violation — {any}
? 0

# What containers leave to libstdc++.so, links between nodes and the members of strings, is seen as well.
= containers.cpp
#include <functional>
#include <lince/test.h>
#include <list>
#include <map>
#include <string>
static std::list<int> l;
static std::map<int, int> m;
static std::string s = "a string that is too long to stand in itself";
static void setup() { l = {1, 2, 3}, m = {{1, 1}, {5, 5}, {8, 8}}; }
static void first() { lince_note("%d", *l.begin()); }
static void second() { lince_note("%d", *std::next(l.begin())); }
static void last() { lince_note("%d", *l.rbegin()); }
static void add() { l.push_back(4); }
static void erase() { l.erase(l.begin()); }
static void rotate() { l.splice(l.begin(), l, std::prev(l.end())); }
static void reverse() { l.reverse(); }
static void find() { lince_note("%zu", m.count(9)); }
static void walk() {
    int sum = 0;
    for (auto &e : m) sum += e.second;
    lince_note("%d", sum);
}
static void insert() { m.emplace(9, 9); }
static void remove() { m.erase(8); }
static void append() { s += " but elsewhere"; }
static void assign() { s = "short"; }
static void change() { s[20] = 'x'; }
static void copy() { lince_note("%s", std::string(s).c_str()); }
static void look() { lince_note("%zu", s.find("stand")); }
static void size() { lince_note("%zu", s.size()); }
static void hash() { lince_note("%zu", std::hash<std::string>()(s)); }
#define PAIR(a, b)                                                                                                     \
    LINCE_TEST(a##_##b) {                                                                                              \
        lince_test_setup(setup);                                                                                       \
        lince_test_thread(a);                                                                                          \
        lince_test_thread(b);                                                                                          \
    }
PAIR(add, last) PAIR(erase, first) PAIR(rotate, first) PAIR(reverse, first) PAIR(rotate, rotate)
PAIR(insert, find) PAIR(insert, walk) PAIR(remove, find) PAIR(remove, walk)
PAIR(append, copy) PAIR(append, size) PAIR(assign, look) PAIR(change, copy) PAIR(change, look) PAIR(change, hash)
PAIR(first, second) PAIR(add, first) PAIR(find, walk) PAIR(copy, hash)
$ lince test --first-failure containers.cpp -- -std=c++17 | grep -o ': [a-z_]*: [a-z]* — [a-z ]*' | sort
: add_first: ok — no failure
: add_last: violation — data race
: append_copy: violation — data race
: append_size: violation — data race
: assign_look: violation — data race
: change_copy: violation — data race
: change_hash: violation — data race
: change_look: violation — data race
: copy_hash: ok — no failure
: erase_first: violation — data race
: find_walk: ok — no failure
: first_second: ok — no failure
: insert_find: violation — data race
: insert_walk: violation — data race
: remove_find: violation — data race
: remove_walk: violation — data race
: reverse_first: violation — data race
: rotate_first: violation — data race
: rotate_rotate: violation — data race
? 0

# An operation that returns an int can say that there is nothing, without a warning.
= narrow.cpp
#include <lince/test.h>
static int slot;
static void put(long v) { slot = (int)v; }
static int take(void) {
    int v = slot;
    slot = 0;
    return v ? v : (int)lince_empty;
}
static int never(void) { return (int)lince_none; }
LINCE_TEST(narrow) {
    lince_test_op("put", put, lince_unique);
    lince_test_op("take", take);
    lince_test_op("never", never);
}
$ lince test --no-data-races --histories narrow.hist narrow.cpp -- -Wall -Wextra -Werror >/dev/null; grep -o 'return [A-Z]\+' narrow.hist | sort -u
return EMPTY
return NONE
? 0
