# The state that every execution starts from: what the body of a test makes is part of it, wherever that is.
= places.cpp
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <lince/test.h>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>
typedef std::atomic<long> cell;
static long right(cell &c, long by) { return c.fetch_add(by); }
static long wrong(cell &c, long by) { long v = c; c = v + by; return v; } /* loses what comes in between */
/* The cell stands in a place that the body makes; one test adds as it should, the other one does not. */
#define PLACE(name, place)                                                                                             \
    static cell *name;                                                                                                 \
    LINCE_TEST(right_##name) { name = place; describe<right>(&name); }                                                 \
    LINCE_TEST(wrong_##name) { name = place; describe<wrong>(&name); }
template <long add(cell &, long)> void describe(cell **c) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", [c](int by) { return add(**c, by); }, lince_range(1, 1));
}
static void *pages(int flags, int file) { return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, flags, file, 0); }
static cell *in_file() {
    int file = memfd_create("cell", 0);
    return ftruncate(file, 4096) ? nullptr : static_cast<cell *>(pages(MAP_SHARED, file));
}
static void *of_many() {
    void *last = nullptr;
    for (int i = 0; i < 600; i++) last = pages((i % 2 ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1);
    return last;
}
struct hidden { std::unique_ptr<cell> inner{new cell(0)}; };
template <class T> T &singleton() { static T one; return one; }
static thread_local cell own;
static std::map<std::string, std::unique_ptr<cell>> table;
PLACE(by_new, new cell(0))
PLACE(by_calloc, static_cast<cell *>(calloc(1, sizeof(cell))))
PLACE(aligned, static_cast<cell *>(memset(aligned_alloc(128, 128), 0, 128)))
PLACE(large, static_cast<cell *>(calloc(1, 1 << 20)))
PLACE(grown, static_cast<cell *>(memset(realloc(malloc(8), 4096), 0, 4096)))
PLACE(pimpl, singleton<hidden>().inner.get())
PLACE(template_static, &singleton<cell>())
PLACE(vector, singleton<std::vector<std::unique_ptr<cell>>>().emplace_back(new cell(0)).get())
PLACE(list, &singleton<std::list<cell>>().emplace_back())
PLACE(in_map, (table["cell"] = std::make_unique<cell>(0)).get())
PLACE(shared_pointer, singleton<std::shared_ptr<cell>>() ? nullptr : (singleton<std::shared_ptr<cell>>() = std::make_shared<cell>(0)).get())
PLACE(mapped, static_cast<cell *>(pages(MAP_PRIVATE | MAP_ANONYMOUS, -1)))
PLACE(mapped_shared, static_cast<cell *>(pages(MAP_SHARED | MAP_ANONYMOUS, -1)))
PLACE(mapped_file, in_file())
PLACE(mapped_often, static_cast<cell *>(of_many()))
PLACE(by_sbrk, static_cast<cell *>(sbrk(4096)))
PLACE(thread_local_of_main, &own)
$ lince test places.cpp | sed -n 's/^places.cpp: \([a-z_]*\): \([a-z]*\) .*/\1 \2/p' | sort | tr '_' ' ' | awk '{ print $1, $NF }' | uniq -c
     17 right ok
     17 wrong violation
? 0
$ for s in bounded dpor pct random states; do lince test --no-shrink --strategy $s --max-executions 2000 places.cpp | sed -n 's/^places.cpp: \([a-z]*\)_[a-z_]*: \([a-z]*\) .*/\1 \2/p' | sort | uniq -c; done
     17 right ok
     17 wrong violation
     17 right ok
     17 wrong violation
     17 right ok
     17 wrong violation
     17 right ok
     17 wrong violation
     17 right ok
     17 wrong violation
? 0
$ lince test --no-snapshots --no-shrink places.cpp -j 1 | tail -n 1; lince test --strategy stress --max-executions 20 places.cpp | sed -n 's/^places.cpp: \(right\)_[a-z_]*: \([a-z]*\) .*/\1 \2/p' | sort | uniq -c
17 ok, 17 violations, 0 unknown
     17 right ok
? 0

# The same in C: an operation may free, resize or unmap what the body made; that is no leak, and comes back.
= uses.c
#define _GNU_SOURCE
#include <assert.h>
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static atomic_long *turn;
static long *pair;
static char *volatile text;
static pthread_key_t key;
static void once(void) { assert(atomic_load(turn) == 0), atomic_store(turn, 1); }
LINCE_TEST(asserted) {
    turn = calloc(1, sizeof *turn);
    lince_test_op("op", once);
    lince_test_scenario("op()");
    lince_test_no_leaks();
}
static void lock(void) { for (long zero = 0; !atomic_compare_exchange_strong(turn, &zero, 1); zero = 0) {} }
LINCE_TEST(locked) {
    turn = calloc(1, sizeof *turn);
    lince_test_spec("mutex");
    lince_test_op("lock", lock);
    lince_test_scenario("lock()");
}
static void set(long v) { pair[0] = v; }
static long get(void) { return pair[0]; }
LINCE_TEST(valued) {
    pair = calloc(2, sizeof *pair);
    pair[0] = 7;
    lince_test_spec("register:init=7");
    lince_test_op("write", set, lince_unique);
    lince_test_op("read", get);
    lince_test_scenario("read() write(1) read()");
}
static void freed(void) { assert(!strcmp(text, "body")), free(text), text = NULL; }
LINCE_TEST(frees) {
    text = strdup("body");
    lince_test_op("free", freed);
    lince_test_scenario("free()");
    lince_test_no_leaks();
}
static void grow(void) { assert(!strcmp(text, "body")), text = strcat(realloc(text, 4000), " and more"); }
LINCE_TEST(grows) {
    text = strdup("body");
    lince_test_op("grow", grow);
    lince_test_scenario("grow()");
}
static void unmap(void) { assert(!pair[0]), pair[0] = 1, munmap(pair, 4096); }
LINCE_TEST(unmaps) {
    pair = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    lince_test_op("unmap", unmap);
    lince_test_scenario("unmap()");
}
static long *remembered(void) {
    long *mine = pthread_getspecific(key);
    return mine ? mine : (pthread_setspecific(key, mine = calloc(1, sizeof *mine)), mine);
}
static void count(void) { assert(++*remembered() <= 2); } /* the body has counted to 1, in the first thread */
static void count_own(void) { assert(++*remembered() == 1), free(remembered()), pthread_setspecific(key, NULL); }
LINCE_TEST(keyed) {
    pthread_key_create(&key, free);
    ++*remembered();
    lince_test_op("count", count);
    lince_test_op("own", count_own);
    lince_test_scenario("count(); own() | own()");
}
static void forgets(void) { text = malloc(10), text = NULL; }
LINCE_TEST(leaks) {
    text = malloc(10);
    lince_test_op("forget", forgets);
    lince_test_scenario("forget()");
    lince_test_no_leaks();
}
static void prints(void) { assert(fprintf(stderr, "%s", "") == 0), fflush(stderr); }
LINCE_TEST(printing) {
    fprintf(stderr, "%s", "");
    lince_test_op("print", prints);
    lince_test_scenario("print() | print()");
}
static int first_time(void) { static atomic_int done; return !atomic_exchange(&done, 1); }
static void initialize(void) { if (first_time()) pair = calloc(1, sizeof *pair); assert(*pair == 5), *pair = 6; }
LINCE_TEST(initialized) {
    if (first_time()) pair = calloc(1, sizeof *pair), *pair = 5;
    lince_test_op("use", initialize);
    lince_test_scenario("use()");
}
$ lince test uses.c | grep '^uses'; lince test -q --jobs 3 --heap all uses.c
uses.c: asserted: ok — linearizable: {any}
uses.c: locked: ok — linearizable as a mutex: {any}
uses.c: valued: ok — linearizable as a register:init=7: {any}
uses.c: frees: ok — {any}
uses.c: grows: ok — {any}
uses.c: unmaps: ok — {any}
uses.c: keyed: ok — {any}
uses.c: leaks: violation — memory is lost: 1 block allocated here, 10 bytes, is not freed, and nothing points to it ({any})
uses.c: leaks: otherwise ok — linearizable: 3 executions, 2 histories, all interleavings, with --allow leak ({time})
uses.c: printing: ok — {any}
uses.c: initialized: ok — {any}
? 1

# A body that fails says why, and each body finds the memory that constructors left.
= bodies.cpp
#include <cassert>
#include <lince/test.h>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>
static int bodies;
static std::vector<int> *made;
static void begin() { assert(bodies++ == 0 && !made); made = new std::vector<int>(3); lince_test_op("op", [] {}); }
LINCE_TEST(fine) { begin(); std::thread([] { made->push_back(1); }).join(); }
LINCE_TEST(asserts) { begin(); assert(made->size() == 4); }
LINCE_TEST(throws) { begin(); throw std::runtime_error("no file"); }
LINCE_TEST(crashes) { begin(); *static_cast<volatile int *>(nullptr) = 1; }
LINCE_TEST(leaves) { begin(); static std::thread left([] {}); }
LINCE_TEST(waits) { begin(); std::mutex m; m.lock(); m.lock(); }
LINCE_TEST(frees_twice) { begin(); delete made; delete made; }
$ lince test bodies.cpp 2>&1
bodies.cpp: fine: ok — linearizable: 26 executions, 13 histories, all interleavings of 5 scenarios up to 2 threads x 2 calls ({any})
lince: bodies.cpp:11: test asserts: its body fails: bodies.cpp:11: assertion `made->size() == 4` does not hold
lince: bodies.cpp:12: test throws: its body fails: an exception was not caught: std::runtime_error: no file
lince: bodies.cpp:13: test crashes: its body fails: crash: write through a null pointer (address 0)
lince: bodies.cpp:14: test leaves: its body leaves a thread behind that is not joined: lince_test_setup may start threads that go on after it
lince: bodies.cpp:15: test waits: its body fails: pthread_mutex_lock: main waits for itself: it already has the mutex, which is not recursive
lince: bodies.cpp:16: test frees_twice: its body fails: main reads 8 bytes at offset 0 of a block of 24 bytes that main has freed; main had allocated it
1 ok, 0 violations, 0 unknown, 6 errors
? 2

# State in a place that is not restored: a counter that libc keeps for itself.  It shows in what an operation returns, in
# a variable, on the heap, in how often a loop goes round; or only after many executions.
= impure.c
#include <assert.h>
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <syslog.h>
static int executions(void) {
    int n = setlogmask(0);
    setlogmask(n + 1);
    return n - 0xff;
}
static atomic_long seen;
static long *kept;
static volatile long plain;
static void begin(void) {
    kept = calloc(4, sizeof *kept);
    lince_test_scenario("op() | op()");
}
static long returned(void) { return executions(); }
LINCE_TEST(returns) { begin(), lince_test_op("op", returned); }
static void stored(void) { plain = executions(); }
LINCE_TEST(stores) { begin(), lince_test_op("op", stored); }
static void on_heap(void) { kept[2] = executions(); }
LINCE_TEST(on_the_heap) { begin(), lince_test_op("op", on_heap); }
static void passed(void) { if (executions() % 3 == 1) seen = 4; atomic_load(&seen); }
LINCE_TEST(passes) { begin(), lince_test_op("op", passed); }
static void gone(void) { if (executions() >= 9) exit(3); }
LINCE_TEST(late) { begin(), lince_test_op("op", gone); }
static void slow(void) { plain = executions() >= 8; }
LINCE_TEST(slowly) { begin(), lince_test_op("op", slow); }
static void pure(void) { seen = setlogmask(0) - 0xff; }
LINCE_TEST(same) { begin(), lince_test_op("op", pure); }
$ lince test impure.c | grep '^impure\|ok,'
impure.c: returns: unknown — the test is not deterministic: two executions of the same schedule differ: op returns 0 to T1 in the first execution and 2 in the second ({any})
impure.c: stores: unknown — the test is not deterministic: two executions of the same schedule differ: `plain`: 4 bytes hold 0 in the first execution and 2 in the second ({any})
impure.c: on_the_heap: unknown — the test is not deterministic: two executions of the same schedule differ: in a block allocated at impure.c:15, in begin: 4 bytes hold 0 in the first execution and 2 in the second ({any})
impure.c: passes: unknown — the test is not deterministic: two executions of the same schedule differ: step 2, by T2, is another one in the second execution than in the first ({any})
impure.c: late: unknown — the test is not deterministic: the program ended in the middle: exit(3) was called while other threads were running, but the replay took a different path: before its first step there is T2 `op()`, and where the schedule was run before in the same process T1 `exit(3) was called while other threads were running` (impure.c:26) ({any})
impure.c: slowly: unknown — the test is not deterministic: two executions of the same schedule differ: `plain`: 4 bytes hold 0 in the first execution and 1 in the last ({any})
impure.c: same: ok — linearizable: 6 executions, 4 histories, all interleavings ({any})
1 ok, 0 violations, 6 unknown
? 0
$ lince test --filter on_the_heap impure.c
impure.c: on_the_heap: unknown — the test is not deterministic: two executions of the same schedule differ: in a block allocated at impure.c:15, in begin: 4 bytes hold 0 in the first execution and 2 in the second ({any})
  Scenario: op() | op()

  two executions of the same schedule differ: in a block allocated at
  impure.c:15, in begin: 4 bytes hold 0 in the first execution and 2 in the
  second.
  An execution depends on state that is not restored before it. Variables, the
  heap, thread-local storage and mapped memory are; files, the kernel's state,
  variables of libc, memory mapped by a system call of the test's own and real
  time are not. Keep such state in variables, or use --strategy stress, where
  each run is a process of its own.
? 3
$ lince test --json --filter stores impure.c | grep -o '"verdict":"[a-z]*"\|"unknown_reason":"[a-z]*"\|"kind":"nondeterminism","message":"[^"]*"'
"verdict":"unknown"
"unknown_reason":"nondeterminism"
"kind":"nondeterminism","message":"two executions of the same schedule differ: `plain`: 4 bytes hold 0 in the first execution and 2 in the second"
? 0

# A failure that does not come again is none, whatever its kind.
= once.c
#include <assert.h>
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <syslog.h>
static bool is_late(void) {
    int n = setlogmask(0);
    setlogmask(n + 1);
    return n - 0xff >= LATE;
}
static atomic_long shared, flag;
static long plain;
void *sink;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define KIND(name, code)                                                                                               \
    static void op_##name(void) {                                                                                      \
        atomic_fetch_add(&shared, 1);                                                                                  \
        if (is_late()) { code; }                                                                                       \
    }                                                                                                                  \
    LINCE_TEST(name) {                                                                                                 \
        lince_test_op("op", op_##name);                                                                                \
        lince_test_scenario("op() | op()");                                                                            \
        lince_test_no_leaks();                                                                                         \
    }
KIND(assertion, assert(!"late"))
KIND(crash, __builtin_trap())
KIND(deadlock, pthread_mutex_lock(&mutex); pthread_mutex_lock(&mutex))
KIND(loop, while (!atomic_load(&flag)) {})
KIND(race, plain++)
KIND(use_after_free, sink = malloc(8); free(sink); *(long *)sink = 1)
KIND(double_free, sink = malloc(8); free(sink); free(sink))
KIND(leak, sink = malloc(8); sink = NULL)
KIND(bounds, sink = malloc(8); ((char *)sink)[8] = 1; free(sink))
KIND(bad_free, sink = malloc(8); free((char *)sink + 4))
KIND(exits, exit(1))
KIND(misuse, pthread_mutex_unlock(&mutex))
static long history(void) { return atomic_fetch_add(&shared, 1), is_late(); }
LINCE_TEST(history) { lince_test_op("op", history), lince_test_scenario("op() | op()"); }
static atomic_bool broken;
static bool holds(void) { return !broken; }
static void breaks(void) { broken = is_late(); }
LINCE_TEST(invariant) {
    lince_test_op("op", breaks), lince_test_scenario("op() | op()"), lince_test_invariant(holds);
}
static void turns(void) { while (is_late()) atomic_fetch_xor(&shared, 1); }
LINCE_TEST(claim) { lince_test_op("op", turns), lince_test_scenario("op() | op()"), lince_test_lock_free(); }
$ lince test once.c -- -DLATE=0 2> /dev/null | tail -n 1; for late in 5 9; do lince test --json --html once.html --junit once.xml once.c -- -DLATE=$late 2> /dev/null | grep -o '"verdict":"[a-z]*"' | sort | uniq -c; lince test -q once.c -- -DLATE=$late 2> /dev/null; echo $?; grep -c '<failure' once.xml; grep -c '<error' once.xml; grep -o 'verdict.:.[a-z]*' once.html | sort -u; done
1 ok, 14 violations, 0 unknown
     15 "verdict":"unknown"
3
0
15
verdict": verdict
verdict":"unknown
     15 "verdict":"unknown"
3
0
15
verdict": verdict
verdict":"unknown
? 0
$ lince test --filter assertion once.c -- -DLATE=9 2> /dev/null
once.c: assertion: unknown — the test is not deterministic: an assertion failed: once.c:26: assertion `!"late"` does not hold, but the replay took a different path: step 1 of the replay is T1 `op() returns`, and where the schedule was run before in the same process T1 `once.c:26: assertion `!"late"` does not hold` (once.c:26) ({any})
  Scenario: op() | op()

  an assertion failed: once.c:26: assertion `!"late"` does not hold, but the
  replay took a different path: step 1 of the replay is T1 `op() returns`, and
  where the schedule was run before in the same process T1 `once.c:26: assertion
  `!"late"` does not hold` (once.c:26).
  An execution depends on state that is not restored before it. Variables, the
  heap, thread-local storage and mapped memory are; files, the kernel's state,
  variables of libc, memory mapped by a system call of the test's own and real
  time are not. Keep such state in variables, or use --strategy stress, where
  each run is a process of its own.
  These are the steps of the replay.

  T1                   T2
  op()
  │ add shared: 0 → 1                       once.c:26  KIND(assertion, assert(!…
  op() returns
  └────────────────────→
                       op()
                       │ add shared: 1 → 2  once.c:26  KIND(assertion, assert(!…
                       op() returns
? 3

# Of several failures each is replayed.  One that does not come again is dropped, and does not hide one that does.
= several.c
#include <lince/test.h>
#include <stdatomic.h>
#include <syslog.h>
static int executions(void) {
    int n = setlogmask(0);
    setlogmask(n + 1);
    return n - 0xff;
}
static atomic_int hits;
static void late(void) { lince_assert(executions() < 5); }
static void late_too(void) { lince_assert(executions() < 6); }
static void add(void) { int seen = hits; hits = seen + 1; }
static void both(void) { lince_assert(hits == 0 || hits == 2); }
LINCE_TEST(several) {
    lince_test_op("late", late), lince_test_op("late_too", late_too), lince_test_op("add", add);
    lince_test_scenario("late() | late()");
    lince_test_scenario("late_too() | late_too()");
    if (REAL) lince_test_scenario("add() | add()");
    lince_test_finally(both);
}
$ lince test --all-failures several.c -- -DREAL=1 2>&1 | grep -e '^several' -e 'Also: an assertion' -e warning
lince: warning: several: 2 of the failures found did not come again when replayed and are not reported: the test depends on state that is not restored between executions
several.c: several: violation — an assertion failed: several.c:13: assertion `hits == 0 || hits == 2` does not hold ({any})
? 0
$ lince test --all-failures several.c -- -DREAL=0 2> /dev/null | grep '^several'
several.c: several: unknown — the test is not deterministic: {any}
? 0

# What an invariant changes is undone: it does not run in the part of an execution that is replayed.
= invariant.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_long n;
static long seen, *kept;
static void inc(void) { atomic_fetch_add(&n, 1); }
static long get(void) {
    char *copy = strdup("copy");
    copy[0] = 'x';
    free(copy);
    return n;
}
static bool not_negative(void) {
    seen++;
    free(kept);
    kept = malloc(sizeof *kept);
    return get() >= 0;
}
LINCE_TEST(invariant) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("get() | inc() | inc()");
    lince_test_invariant(not_negative);
}
$ for s in dpor bounded states random; do lince test --strategy $s invariant.c | sed 's/.*invariant: \([a-z]*\) .*/\1/'; done
ok
ok
ok
ok
? 0

# It may use thread-local variables, whose destructors run at the end of a thread.
= invariant.cpp
#include <atomic>
#include <lince/test.h>
#include <string>
static std::atomic<long> n;
static long get() {
    static thread_local std::string text;
    text = "longer than a string can hold by itself";
    return n + (long)text.size() * 0;
}
LINCE_TEST(invariant) {
    lince_test_op("inc", [] { n++; });
    lince_test_op("get", get);
    lince_test_spec("counter");
    lince_test_scenario("get() inc() | inc() get()");
    lince_test_invariant([] { return get() >= 0; });
}
$ for s in dpor bounded states random; do lince test --strategy $s invariant.cpp | sed 's/.*invariant: \([a-z]*\) .*/\1/'; done
ok
ok
ok
ok
? 0
