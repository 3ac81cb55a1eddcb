# Memory orders: which one is missing, the cheapest repair as a patch, and orders that are stronger than needed.
= message.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int message, ready;
static int plain;
static void writer(void) {
    atomic_store_explicit(&message, 7, memory_order_relaxed);
    plain = 7;
    atomic_store_explicit(&ready, 1, ANNOUNCE);
}
static void reader(void) {
    if (atomic_load_explicit(&ready, LOOK)) lince_assert(atomic_load_explicit(&message, memory_order_relaxed) == 7 RACE);
}
LINCE_TEST(message) {
    lince_test_thread(writer);
    lince_test_thread(reader);
}
= why.py
import json, sys
def place(step):
    return step and "T%d:%d %s" % (step["thread"], step["line"], step["order"])
for line in sys.stdin:
    result = json.loads(line)
    why = result["why"]
    if not why:
        print(None)
        continue
    print(" ".join(why["models"]), "|", place(why["newer"]), place(why["stale"]), why["chain"], "|", place(why["store"]), place(why["load"]), why["no_release"], why["no_acquire"])
= fix.py
import json, sys
for line in sys.stdin:
    result = json.loads(line)
    for name in ("fix", "relax"):
        advice = result.get(name)
        if not advice:
            continue
        print(name, advice["result"], advice["cost"], len(advice["alternatives"]), advice["patch"] is not None)
        for c in advice["changes"]:
            print(" ", c["line"], c["kind"], c["was"], c["order"], c["fence_before"], c["fence_after"], c["in_patch"])
$ lince test --json message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_acquire -DRACE= | python3 why.py
rc11 c11 | T1:6 relaxed T2:11 relaxed True | T1:8 relaxed T2:11 acquire True False
? 0
$ lince test --json message.c -- -DANNOUNCE=memory_order_release -DLOOK=memory_order_relaxed -DRACE= | python3 why.py
rc11 c11 | T1:6 relaxed T2:11 relaxed True | T1:8 release T2:11 relaxed False True
? 0
$ lince test --json message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_relaxed -DRACE= | python3 why.py
rc11 c11 | T1:6 relaxed T2:11 relaxed True | T1:8 relaxed T2:11 relaxed True True
? 0

# A data race exists in interleavings; its link is found all the same.
$ lince test --json message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_acquire '-DRACE=&& plain' | python3 why.py
sc tso rc11 c11 | None None True | T1:8 relaxed T2:11 acquire True False
? 0

# Nothing that is not about memory orders has a reason.
$ lince test --json message.c -- -DANNOUNCE=memory_order_release -DLOOK=memory_order_acquire '-DRACE=+1' | python3 why.py
None
? 0

# The repair, and the test with its patch.
$ lince test --fix --json message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_relaxed -DRACE= | python3 fix.py
fix change 20 0 True
  8 store relaxed release None None True
  11 load relaxed acquire None None True
? 0
$ lince test --fix message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_acquire '-DRACE=&& plain' | sed -n '/Repair/,$p'
  Repair, the cheapest by memory orders and fences ({any}):
    message.c:8 store: release instead of relaxed
  Explored again with that, nothing fails: all interleavings; under rc11: 2
  execution graphs, all there are.

--- a/message.c
+++ b/message.c
@@ -5,7 +5,7 @@
 static void writer(void) {
     atomic_store_explicit(&message, 7, memory_order_relaxed);
     plain = 7;
-    atomic_store_explicit(&ready, 1, ANNOUNCE);
+    atomic_store_explicit(&ready, 1, memory_order_release);
 }
 static void reader(void) {
     if (atomic_load_explicit(&ready, LOOK)) lince_assert(atomic_load_explicit(&message, memory_order_relaxed) == 7 RACE);
? 0
$ lince test --fix message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_acquire -DRACE= | patch -s -p1; lince test message.c -- -DANNOUNCE=memory_order_relaxed -DLOOK=memory_order_acquire -DRACE= | grep -o 'message: ok'
message: ok
? 0

# A failure of an interleaving is repaired by no order, and one that is none needs no repair.
$ lince test --fix message.c -- -DANNOUNCE=memory_order_release -DLOOK=memory_order_acquire '-DRACE=+1' | tail -n 1
  No memory order helps: the failure exists in an interleaving.
? 0
$ lince test --fix message.c -- -DANNOUNCE=memory_order_release -DLOOK=memory_order_acquire -DRACE= | grep -c .
1
? 0

# Wrappers: an order that is passed on belongs to the call. C++, with an order by default, and a macro that hides the call.
= wrapped.cpp
#include <lince/test.h>
#include <atomic>
static std::atomic<int> message, ready;
static inline void put(std::atomic<int> &to, int value, std::memory_order order) { to.store(value, order); }
#define GET(from) (from).load()
static void writer() {
    put(message, 7, std::memory_order_relaxed);
    put(ready, 1, std::memory_order_seq_cst);
}
static void reader() {
    if (ready.load()) lince_assert(GET(message) == 7);
}
LINCE_TEST(wrapped) {
    lince_test_thread(writer);
    lince_test_thread(reader);
}
$ lince test --relax wrapped.cpp | sed -n '/Stronger/,$p'
  Stronger than these scenarios need ({any}):
    wrapped.cpp:8 store: release instead of seq_cst
    wrapped.cpp:11 load: acquire instead of seq_cst
    wrapped.cpp:11 load: relaxed instead of seq_cst (not in the patch: no order
      that can be replaced is written there)
  Explored again with all of that, nothing fails in these scenarios: all
  interleavings; under rc11: 2 execution graphs, all there are. Other scenarios
  may need more.

--- a/wrapped.cpp
+++ b/wrapped.cpp
@@ -5,10 +5,10 @@
 #define GET(from) (from).load()
 static void writer() {
     put(message, 7, std::memory_order_relaxed);
-    put(ready, 1, std::memory_order_seq_cst);
+    put(ready, 1, std::memory_order_release);
 }
 static void reader() {
-    if (ready.load()) lince_assert(GET(message) == 7);
+    if (ready.load(std::memory_order_acquire)) lince_assert(GET(message) == 7);
 }
 LINCE_TEST(wrapped) {
     lince_test_thread(writer);
? 0
# Orders that complete those in a macro are arguments of its calls.
= macros.c
#include <lince/test.h>
#include <stdatomic.h>
#define STORE(p, v, o) atomic_store_explicit(p, v, memory_order_##o)
#define LOAD(p, o) \
    atomic_load_explicit((p), memory_order_ ## o)
static atomic_int ready;
static int data;
static void writer(void) {
    data = 1;
    STORE(&ready, 1, relaxed);
}
static void reader(void) {
    if (LOAD(&ready, relaxed)) lince_assert(data);
}
LINCE_TEST(macros) {
    lince_test_thread(writer);
    lince_test_thread(reader);
}
$ lince test --fix macros.c | patch -s -p1; lince test macros.c | grep -o 'macros: ok'; grep 'ready,' macros.c
macros: ok
    STORE(&ready, 1, release);
    if (LOAD(&ready, acquire)) lince_assert(data);
? 0
# Volatile indices order nothing: fences beside them repair the race of the slots that an interleaving shows.
= indices.c
#include <lince/test.h>
enum { SIZE = 2 };
static long slots[SIZE];
static volatile unsigned head, tail;
static bool enq(long v) {
    unsigned t = tail;
    if (t - head == SIZE) return false;
    slots[t % SIZE] = v;
    tail = t + 1; // the slot is full
    return true;
}
static long deq(void) {
    unsigned h = head;
    unsigned t = tail;
    if (h == t) return lince_empty;
    long v = slots[h % SIZE];
    head = h + 1;
    return v;
}
LINCE_TEST(indices) {
    lince_test_op("enq", enq);
    lince_test_op("deq", deq);
    lince_test_spec("queue:capacity=2");
    lince_test_scenario("enq(1) enq(2) | deq() deq()");
}
$ lince test --fix indices.c > advice; grep -o 'data race' advice | head -n 1; patch -s -p1 < advice; grep -B1 -A1 fence indices.c; lince test indices.c | grep -o 'indices: ok'
data race
    slots[t % SIZE] = v;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    tail = t + 1; // the slot is full
--
    unsigned t = tail;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (h == t) return lince_empty;
indices: ok
? 0
$ lince test --relax --memory sc message.c
lince: --relax and --memory sc exclude each other: where all executions are sequentially consistent, no memory order is needed
? 2
$ lince test --fix --strategy stress message.c
lince: --fix, --relax and --strategy stress exclude each other: real threads have the machine's memory
? 2
$ lince test --fix --replay message.trace message.c
lince: --replay excludes --fix and --relax: they explore
? 2
