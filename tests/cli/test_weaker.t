# Orders weaker than seq_cst are taken for seq_cst, and the verdict says so: with Peterson's lock, which needs seq_cst.
= peterson.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int flag[2], turn;
static int held;
static void enter(int me) {
    atomic_store_explicit(&flag[me], 1, ORDER(release));
    atomic_store_explicit(&turn, 1 - me, ORDER(release));
    while (atomic_load_explicit(&flag[1 - me], ORDER(acquire)) && atomic_load_explicit(&turn, ORDER(acquire)) == 1 - me) {}
}
static void use(int me) {
    enter(me);
    lince_assert(++held == 1);
    held--;
    atomic_store_explicit(&flag[me], 0, ORDER(release));
}
static void first(void) { use(0); }
static void second(void) { use(1); }
LINCE_TEST(peterson) {
    lince_test_thread(first);
    lince_test_thread(second);
}
$ lince test --memory sc peterson.c -- '-DORDER(x)=memory_order_##x'
peterson.c: peterson: ok — no failure: {number} executions, 0 histories, all interleavings under sequential consistency; 4 weaker memory orders were taken for seq_cst (peterson.c:6 release store, peterson.c:7 release store, peterson.c:8 acquire load and 1 more) ({time})
? 0

# Code without weaker orders gets the verdict it always got.
$ lince test --memory sc peterson.c -- '-DORDER(x)=memory_order_seq_cst'
peterson.c: peterson: ok — no failure: {number} executions, 0 histories, all interleavings ({time})
? 0

# JSON has all places, JUnit the verdict's line, and so has the page.
= places.py
import json, os, sys
for line in sys.stdin:
    result = json.loads(line)
    print(result["test"], result["verdict"], *result["memory"]["models"])
    for w in result["memory"]["weaker"]:
        print("  %s:%s" % (os.path.basename(w["file"]), w["line"]), w["function"], w["kind"], w["order"])
$ lince test --memory sc --json --junit out.xml --html out.html peterson.c -- '-DORDER(x)=memory_order_##x' | python3 places.py; grep -o "4 weaker memory orders were taken for seq_cst" out.xml; grep -c "4 weaker memory orders were taken for seq_cst" out.html; lince test --memory sc --json peterson.c -- '-DORDER(x)=memory_order_seq_cst' | python3 places.py
peterson ok sc
  peterson.c:6 enter store release
  peterson.c:7 enter store release
  peterson.c:8 enter load acquire
  peterson.c:14 use store release
4 weaker memory orders were taken for seq_cst
1
peterson ok sc
? 0

# A violation, found or replayed, is one under any memory model.
$ sed 's/++held == 1/++held == 2/' peterson.c > wrong.c; lince test --memory sc --trace wrong.trace wrong.c -- '-DORDER(x)=memory_order_##x' | head -n 1; lince test --replay wrong.trace wrong.c -- '-DORDER(x)=memory_order_##x' | head -n 1
wrong.c: peterson: violation — an assertion failed: wrong.c:12: assertion `++held == 2` does not hold ({any})
wrong.c: peterson: violation — an assertion failed: wrong.c:12: assertion `++held == 2` does not hold ({any})
? 0

# Every kind of operation, each under the line where its order is written.
= kinds.c
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_long n;
static struct wide { long a, b, c; } _Atomic wide;
static _Atomic(long *) last;
static inline void deep(void) { atomic_fetch_or_explicit(&n, 1, memory_order_relaxed); }
static void all(void) {
    long old = 0;
    struct wide w = {0}, v = {1, 2, 3};
    atomic_store_explicit(&n, 1, memory_order_relaxed);
    (void)atomic_load_explicit(&n, memory_order_consume);
    atomic_exchange_explicit(&n, 2, memory_order_acq_rel);
    atomic_compare_exchange_strong_explicit(&n, &old, 3, memory_order_release, memory_order_relaxed);
    old = atomic_load(&n);
    atomic_compare_exchange_strong_explicit(&n, &old, 3, memory_order_release, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    w = atomic_load_explicit(&wide, memory_order_acquire);
    atomic_store_explicit(&wide, w, memory_order_release);
    w = atomic_exchange_explicit(&wide, v, memory_order_relaxed);
    atomic_compare_exchange_strong_explicit(&wide, &w, v, memory_order_acq_rel, memory_order_acquire);
    deep();
    deep();
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    free(atomic_exchange(&last, NULL));
}
/* Before there is a second thread, and after it has ended, no order matters. */
static void set(void) { atomic_store_explicit(&n, 1, memory_order_relaxed); }
static void nothing(void) {}
LINCE_TEST(kinds) {
    lince_test_thread(all);
    lince_test_thread(nothing);
}
LINCE_TEST(alone) {
    lince_test_op("set", set);
    lince_test_op("nothing", nothing);
    lince_test_scenario("set(); nothing() | nothing(); set()");
}
$ lince test --memory sc --json kinds.c 2>/dev/null | python3 places.py
kinds ok sc
  kinds.c:8 deep rmw relaxed
  kinds.c:12 all store relaxed
  kinds.c:13 all load consume
  kinds.c:14 all rmw acq_rel
  kinds.c:15 all cas-failure relaxed
  kinds.c:17 all cas release
  kinds.c:18 all fence acquire
  kinds.c:19 all load acquire
  kinds.c:20 all store release
  kinds.c:21 all rmw relaxed
  kinds.c:22 all cas-failure acquire
alone ok sc
? 0

# The members of std::atomic pass orders on; the library's own orders are its own, and so are guards of static variables.
= library.cpp
#include <lince/test.h>
#include <atomic>
#include <memory>
static std::atomic<int> n;
static std::atomic<int *> p;
static std::atomic_flag flag;
static std::shared_ptr<int> shared = std::make_shared<int>(1);
struct once { std::atomic<int> n; once() : n(1) {} };
static void library() {
    static once o;
    std::shared_ptr<int> mine = shared;
    std::weak_ptr<int> weak = mine;
    n = *mine + o.n + n++ + (weak.lock() != nullptr);
}
static void atomics() {
    int *expected = nullptr;
    n.fetch_add(1, std::memory_order_acq_rel);
    p.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel);
    while (flag.test_and_set(std::memory_order_acquire)) {}
    flag.clear(std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_release);
    std::atomic_store_explicit(&n, 1, std::memory_order_relaxed);
}
LINCE_TEST(library) {
    lince_test_thread(library);
    lince_test_thread(library);
}
LINCE_TEST(atomics) {
    lince_test_thread(atomics);
    lince_test_thread(atomics);
}
$ lince test --memory sc --json library.cpp | python3 places.py; lince test --memory sc --filter library library.cpp
library ok sc
atomics ok sc
  library.cpp:17 atomics rmw acq_rel
  library.cpp:18 atomics cas acq_rel
  library.cpp:19 atomics rmw acquire
  library.cpp:20 atomics store release
  library.cpp:21 atomics fence release
  library.cpp:22 atomics store relaxed
library.cpp: library: ok — no failure: {number} executions, 0 histories, all interleavings ({time})
? 0

# gcc makes a relaxed store of atomic_init, which is no atomic operation.
= init.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; long value; };
static _Atomic(struct node *) top;
static void push(long value) {
    struct node *n = malloc(sizeof *n), *old = atomic_load(&top);
    atomic_init(&n->next, NULL);
    n->value = value;
    do atomic_store(&n->next, old);
    while (!atomic_compare_exchange_weak(&top, &old, n));
}
LINCE_TEST(init) {
    lince_test_op("push", push, lince_unique);
    lince_test_scenario("push(1) | push(2)");
}
$ lince test --memory sc --allow leak init.c
init.c: init: ok — linearizable: {number} executions, 5 histories, all interleavings ({time})
? 0

# A volatile variable that threads share without a lock has no order; with a lock, or in one thread, it needs none.
= volatile.c
#include <lince/test.h>
#include <pthread.h>
static volatile int flag, guarded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(void) { flag = 1; }
static int get(void) { return flag; }
static void count(void) {
    volatile int mine = 0;
    pthread_mutex_lock(&lock);
    mine++;
    guarded++;
    pthread_mutex_unlock(&lock);
}
LINCE_TEST(flag) {
    lince_test_op("set", set);
    lince_test_op("get", get);
    lince_test_scenario("set() | get()");
}
LINCE_TEST(guarded) {
    lince_test_thread(count);
    lince_test_thread(count);
}
$ lince test --memory sc --json volatile.c | python3 places.py
flag ok sc
  volatile.c:5 set volatile-store None
  volatile.c:6 get volatile-load None
guarded ok sc
? 0

# Instructions of inline assembly that x86 may reorder; one with a lock prefix is none of them.
= assembly.c
#include <lince/test.h>
static long x, n;
static void store(void) { __asm__ volatile("movq $1, %0" : "=m"(x)); }
static long load(void) {
    long value;
    __asm__ volatile("movq %1, %0" : "=r"(value) : "m"(x));
    return value;
}
static void inc(void) { __asm__ volatile("lock incq %0" : "+m"(n)); }
LINCE_TEST(moves) {
    lince_test_op("store", store);
    lince_test_op("load", load);
    lince_test_scenario("store() | load()");
}
LINCE_TEST(locked) {
    lince_test_op("inc", inc);
    lince_test_scenario("inc() | inc()");
}
$ lince test --memory sc --json assembly.c | python3 places.py
moves ok sc
  assembly.c:3 store assembly-store None
  assembly.c:6 load assembly-load None
locked ok sc
? 0

# Data races that are allowed are plain accesses without an order.
= race.c
#include <lince/test.h>
static int x;
static void set(void) { x = 1; }
static int get(void) { return x; }
LINCE_TEST(race) {
    lince_test_op("set", set);
    lince_test_op("get", get);
    lince_test_scenario("set() | get()");
}
$ lince test --memory sc --allow data-race --json race.c | python3 places.py
race ok sc
  race.c:3 set plain-store None
  race.c:4 get plain-load None
? 0

# The same with every strategy and any number of jobs; real threads have the orders of the machine.
$ for s in bounded dpor rounds pct random exhaustive states; do for j in 1 2; do lince test --memory sc -S $s -j $j --max-executions 100 --json peterson.c -- '-DORDER(x)=memory_order_##x' | python3 places.py | tail -n +2; done; done | sort | uniq -c; lince test -S stress --max-executions 10 --json peterson.c -- '-DORDER(x)=memory_order_##x' | python3 places.py
     14   peterson.c:14 use store release
     14   peterson.c:6 enter store release
     14   peterson.c:7 enter store release
     14   peterson.c:8 enter load acquire
peterson ok native
? 0
