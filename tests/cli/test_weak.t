# The memory model: its words are those of --memory, and a word that is none is refused before anything is compiled.
= sb.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void first(void) {
    atomic_store(&x, 1);
    a = atomic_load(&y);
}
static void second(void) {
    atomic_store(&y, 1);
    b = atomic_load(&x);
}
static void check(void) { lince_assert(a || b); }
LINCE_TEST(sb) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(check);
}
$ lince test --memory x86 sb.c
lince: --memory: 'x86' is not one of its values; choose sc, tso, rc11, c11 or auto
? 2

# Where all orders are seq_cst every model has the same executions.
$ for model in auto sc tso rc11 c11; do lince test --memory $model sb.c | grep -o "sb: ok"; done
sb: ok
sb: ok
sb: ok
sb: ok
sb: ok
? 0

# Real threads have the machine's own memory.
$ lince test --strategy stress --memory rc11 sb.c; lince test --strategy stress --graphs sb.c
lince: --memory and --strategy stress exclude each other: real threads have the machine's memory
lince: --graphs and --strategy stress exclude each other: runs of real threads are no execution graphs
? 2

# A trace has the memory model of its execution; without the key that is sequential consistency.
$ sed 's/a || b/a \&\& b/' sb.c > wrong.c; lince test --memory sc --trace wrong.trace wrong.c | head -n 1; grep -c '^memory' wrong.trace; sed -i 's/^memory .*/memory x86/; /^max-steps/a memory weak' wrong.trace; lince test --replay wrong.trace wrong.c
wrong.c: sb: violation — an assertion failed: wrong.c:13: assertion `a && b` does not hold ({any})
0
lince: wrong.trace:{number}: `memory` must be one of sc, tso, rc11, c11
? 2

# JSON names the models that were explored, and that of a failure.
= models.py
import json, sys
for line in sys.stdin:
    result = json.loads(line)
    print(*result["memory"]["models"], result["memory_model"], result["needs_weak_memory"])
$ lince test --memory sc --json sb.c | python3 models.py; lince test --memory sc --json wrong.c | python3 models.py
sc None False
sc sc False
? 0

# The file for graphs is there as a whole or not at all.
$ lince test --graphs-to nowhere/graphs.txt sb.c
lince: {any}nowhere/graphs.txt: {any}
? 2

# Message passing with a relaxed announcement fails under rc11 only; the report, JSON, JUnit and the trace say so.
= mp.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int data, ready;
static void writer(void) {
    atomic_store_explicit(&data, 7, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, ANNOUNCE);
}
static void reader(void) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        lince_assert(atomic_load_explicit(&data, memory_order_relaxed) == 7);
}
LINCE_TEST(mp) {
    lince_test_thread(writer);
    lince_test_thread(reader);
}
$ lince test --trace mp.trace --junit mp.xml mp.c -- -DANNOUNCE=memory_order_relaxed | sed -n '1p; /exists/,/correct/p'; grep '^memory' mp.trace; grep -o 'does not hold (under [a-z0-9]*)' mp.xml; lince test --replay mp.trace | head -n 1; lince test --json mp.c -- -DANNOUNCE=memory_order_relaxed | python3 models.py
mp.c: mp: violation under rc11 — an assertion failed: {any} does not hold ({any}, its scenario is correct under sequential consistency, {time})
  The failure exists under the memory model rc11. Under sequential consistency
  all executions of the scenario are correct. {any}
memory rc11
does not hold (under rc11)
mp.c: mp: violation under rc11 — an assertion failed: {any} does not hold ({any})
sc rc11 rc11 True
? 0

# With release it is proved, by graphs alone as well; they are written to a file.
$ lince test mp.c -- -DANNOUNCE=memory_order_release; lince test --memory rc11 --graphs-to graphs.txt mp.c -- -DANNOUNCE=memory_order_release; cut -d ' ' -f 1-2 graphs.txt
mp.c: mp: ok — no failure: {number} executions, 0 histories, all interleavings; under rc11: 2 execution graphs, all there are ({time})
mp.c: mp: ok — no failure: 2 executions, 0 histories, under rc11: 2 execution graphs, all there are ({time})
mp rc11
mp rc11
? 0

# x86 keeps the order of stores, and that of loads; but not that of a store and a load behind it.
$ sed 's/atomic_\(load\|store\)(\([^)]*\))/atomic_\1_explicit(\2, memory_order_relaxed)/' sb.c > weak.c; lince test --memory tso mp.c -- -DANNOUNCE=memory_order_relaxed | head -n 1; lince test --memory tso weak.c | head -n 1
mp.c: mp: ok — no failure: {number} executions, 0 histories, under tso: {number} execution graphs, all there are; {number} weaker memory orders were taken for that of x86 ({any}) ({time})
weak.c: sb: violation under tso — {any}
? 0

# Samples have old values, and a trace keeps them; sequential consistency has none.
= mp.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int data, flag;
static int seen, value;
static void write_both(void) {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, ORDER);
}
static void read_both(void) {
    seen = atomic_load_explicit(&flag, memory_order_acquire);
    value = atomic_load_explicit(&data, memory_order_relaxed);
}
static void check(void) { lince_assert(!seen || value); }
LINCE_TEST(mp) {
    lince_test_thread(write_both);
    lince_test_thread(read_both);
    lince_test_finally(check);
}
$ for s in random pct; do lince test --no-shrink --strategy $s --memory rc11 --trace $s.trace mp.c -- -DORDER=memory_order_relaxed | grep -o "mp: violation under rc11"; lince test --replay $s.trace mp.c -- -DORDER=memory_order_relaxed | grep -o "mp: violation under rc11"; done
mp: violation under rc11
mp: violation under rc11
mp: violation under rc11
mp: violation under rc11
? 0
$ for s in random pct; do for m in sc tso; do lince test --strategy $s --memory $m --max-executions 2000 mp.c -- -DORDER=memory_order_relaxed; done; lince test --strategy $s --memory c11 --max-executions 2000 mp.c -- -DORDER=memory_order_release; done
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, coverage: sampled under sequential consistency; 4 weaker memory orders were taken for seq_cst (mp.c:6 relaxed store, mp.c:7 relaxed store, mp.c:10 acquire load and 1 more) ({time})
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, under tso: 2,000 executions, sampled; 4 weaker memory orders were taken for that of x86 (mp.c:6 relaxed store, mp.c:7 relaxed store, mp.c:10 acquire load and 1 more) ({time})
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, under c11: 2,000 executions, sampled ({time})
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, coverage: sampled under sequential consistency; 4 weaker memory orders were taken for seq_cst (mp.c:6 relaxed store, mp.c:7 relaxed store, mp.c:10 acquire load and 1 more) ({time})
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, under tso: 2,000 executions, sampled; 4 weaker memory orders were taken for that of x86 (mp.c:6 relaxed store, mp.c:7 relaxed store, mp.c:10 acquire load and 1 more) ({time})
mp.c: mp: ok — no failure: 2,000 executions, 0 histories, under c11: 2,000 executions, sampled ({time})
? 0

# The graphs of a loop that begins with local variables that have no value yet.  What lies there is left over from earlier
# calls, and whether a round ends in the state in which it began must not depend on that: graphs were lost.
= unset.c
#include <lince/test.h>
#include <stdatomic.h>
atomic_int lince_graph_memory[2];
#define a lince_graph_memory[0]
#define b lince_graph_memory[1]
enum { FLAGS = 24 };
__attribute__((noinline)) static int look(int seen[FLAGS]) {
    int first = atomic_load(&a);
    for (int i = 0; i < FLAGS; i++) seen[i] = first;
    return first && atomic_load(&b);
}
static void waits(void) { int seen[FLAGS]; while (!look(seen)) {} }
static void sets_a(void) { atomic_store(&b, 0); atomic_store(&a, 1); }
static void sets_b(void) { atomic_store(&a, 0); atomic_store(&b, 1); }
LINCE_TEST(unset) { lince_test_thread(waits); lince_test_thread(sets_a); lince_test_thread(sets_b); }
$ lince test --memory sc --graphs --jobs 1 --allow spinning --graphs-to graphs unset.c > report; grep -v again graphs
unset sc Rx=2.1 Ry=3.1;Wy@1 Wx@1;Wx@2 Wy@2
unset sc Rx=2.1 Ry=3.1;Wy@1 Wx@2;Wx@1 Wy@2
? 0

# Why a newer value was not seen: the read or the write that would have had to synchronize. Fences are in the trace.
= why.c
#include <lince/test.h>
#include <stdatomic.h>
#define get(x, o) atomic_load_explicit(&x, memory_order_##o)
#define put(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
static atomic_int data, flag, turn;
static void check(void) { lince_assert(get(data, relaxed)); }

static void released(void) { put(data, 1, relaxed); put(flag, 1, release); }
static void looks(void) { if (get(flag, relaxed)) check(); }
LINCE_TEST(load) { lince_test_thread(released); lince_test_thread(looks); }

static void fences(void) { put(data, 1, relaxed); atomic_thread_fence(memory_order_release); put(flag, 1, relaxed); }
static void fenced_late(void) { if (get(flag, relaxed)) { check(); atomic_thread_fence(memory_order_acquire); } }
LINCE_TEST(fence) { lince_test_thread(fences); lince_test_thread(fenced_late); }

static void adds(void) { atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed); }
static void looks_twice(void) { if (get(flag, relaxed) == 2) check(); }
LINCE_TEST(sequence) { lince_test_thread(released); lince_test_thread(adds); lince_test_thread(looks_twice); }

static void hands_on(void) { if (get(flag, acquire)) put(turn, 1, relaxed); }
static void last(void) { if (get(turn, acquire)) check(); }
LINCE_TEST(chain) { lince_test_thread(released); lince_test_thread(hands_on); lince_test_thread(last); }

LINCE_TEST(alone) { lince_test_thread(released); lince_test_thread(check); }
$ for t in load fence sequence chain alone; do lince test --memory rc11 --no-shrink --filter $t --json why.c | grep -o "old: [^\"]*"; done; lince test --memory rc11 --filter fence why.c | grep -o 'fence, .*[^ ]  '
old: T1 had stored 1 (why.c:8), which nothing orders before this load: T2's load of flag (why.c:9) is relaxed, and acquires nothing
old: T1 had stored 1 (why.c:12), which nothing orders before this load: T2's load of flag (why.c:13) is relaxed, and acquires nothing
old: T1 had stored 1 (why.c:8), which nothing orders before this load: T3's load of flag (why.c:17) is relaxed, and acquires nothing
old: T1 had stored 1 (why.c:8), which nothing orders before this load: T2's store of turn (why.c:20) is relaxed, and releases nothing
old: T1 had stored 1 (why.c:8), which nothing orders before this load
fence, release{any}
? 0

# Volatile variables and assembly, too.
= volatile.c
#include <lince/test.h>
static volatile int x, y;
static int a, b;
static void left(void) { x = 1; a = y; }
static void right(void) { y = 1; __asm__ volatile("mfence" ::: "memory"); b = x; }
static void check(void) { lince_assert(a || b); }
LINCE_TEST(sb) { lince_test_thread(left); lince_test_thread(right); lince_test_finally(check); }
$ lince test --jobs 1 --memory tso --allow data-race volatile.c | grep -oE 'fence, seq_cst|read x = 0; old: T1 had stored 1'
fence, seq_cst
read x = 0; old: T1 had stored 1
? 0

# Where a load reads an old value, a lock that is not seen may order the accesses; once it is compiled for testing, it does.
= foreign.c
#include <stdatomic.h>
static atomic_flag held;
int take(void) { return !atomic_flag_test_and_set(&held); }
void leave(void) { atomic_flag_clear(&held); }
= foreign_test.c
#include <lince/test.h>
#include <stdatomic.h>
int take(void);
void leave(void);
static atomic_int n;
static int get(void) { return atomic_load_explicit(&n, memory_order_relaxed); }
static void set(int v) { atomic_store_explicit(&n, v, memory_order_relaxed); }
static int locked(void) { if (!take()) return (int)lince_nil; int v = get(); set(v + 1); leave(); return v; }
static int split(void) { int v = get(); set(v + 1); return v; }
LINCE_TEST(locked) { lince_test_op("inc", locked, lince_may_fail); lince_test_scenario("inc() | inc()"); }
LINCE_TEST(split) { lince_test_op("inc", split); lince_test_scenario("inc() | inc()"); }
$ cc -shared -fPIC foreign.c -o libforeign.so; LD_LIBRARY_PATH=. lince test --jobs 1 --memory rc11 foreign_test.c -- -L. -lforeign 2>/dev/null | grep -A1 '^foreign\|false' | grep 'foreign\|false\|newer' | sed 's/ ([0-9].*//'
foreign_test.c: locked: violation under rc11 — not linearizable
  This may be a false alarm: code that cannot be seen, which the warnings name,
  may order newer values before a load of an old one
foreign_test.c: split: violation under rc11 — not linearizable
  This may be a false alarm: code that cannot be seen, which the warnings name,
  may order newer values before a load of an old one
? 0

$ LD_LIBRARY_PATH=. lince test --jobs 1 --memory sc foreign_test.c -- -L. -lforeign 2>/dev/null | grep '^foreign\|false' | sed 's/ ([0-9].*//; s/: [0-9,]* exec.*//'
foreign_test.c: locked: ok — linearizable
foreign_test.c: split: violation — not linearizable
? 0

$ LD_LIBRARY_PATH=. lince test --jobs 1 --memory rc11 --json foreign_test.c -- -L. -lforeign 2>/dev/null | grep -o '"doubt":"\?....'
"doubt":"code
"doubt":"code
? 0

$ lince test --jobs 1 --memory rc11 foreign_test.c foreign.c | grep '^foreign\|false' | sed 's/ ([0-9].*//; s/: [0-9,]* exec.*//'
foreign_test.c: locked: ok — linearizable
foreign_test.c: split: violation under rc11 — not linearizable
? 0

# A loop that writes in every round has no end in graphs; the verdict names the reason.
= retry.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int tail, next[2];
static void take(int me) {
    int zero;
    do {
        atomic_store_explicit(&next[me], 0, memory_order_relaxed);
        zero = 0;
    } while (!atomic_compare_exchange_strong(&tail, &zero, me + 1));
    atomic_store_explicit(&tail, 0, memory_order_release);
}
static void one(void) { take(0); }
static void other(void) { take(1); }
LINCE_TEST(retry) { lince_test_thread(one); lince_test_thread(other); }
$ lince test --jobs 1 --max-steps 300 retry.c | grep -o 'ok\|all interleavings\|a part of them, because .*round?)'
ok
all interleavings
a part of them, because {any} too long (does a loop write in every round?)
? 0

# Several accesses that are one step, and readings of a clock, have no place in a graph: no graph is missed in silence, and
# no violation is reported that the order of time rules out.
= one_step.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int both[2];
static int a, b;
static void writer(void) {
    lince_atomic_begin(both, sizeof both);
    atomic_store(&both[0], 1);
    atomic_store(&both[1], 1);
    lince_atomic_end();
}
static void reader(void) {
    a = atomic_load_explicit(&both[0], memory_order_relaxed);
    b = atomic_load_explicit(&both[1], memory_order_relaxed);
}
static void finally(void) { lince_assert(!EARLY || !a || b); lince_assert(EARLY || !b || a); }
LINCE_TEST(one_step) { lince_test_thread(writer); lince_test_thread(reader); lince_test_finally(finally); }
$ lince test one_step.c -- -DEARLY=1 2>&1
one_step.c: one_step: ok — no failure: {any} executions, 0 histories, all interleavings under sequential consistency; 2 weaker memory orders were taken for seq_cst (one_step.c:12 relaxed load, one_step.c:13 relaxed load) ({time})
? 0
$ for o in '--memory sc --graphs' '--memory tso' '--memory rc11' '--memory rc11 --strategy random'; do lince test $o one_step.c -- -DEARLY=1 | grep -o 'unknown.*--graphs'; done
unknown — this cannot be tested: memory is accessed by atomic operations and also as one step of more than 16 bytes, or between lince_atomic_begin and lince_atomic_end, which has no place in an execution graph; --memory sc without --graphs
unknown under tso — this cannot be tested: memory is accessed by atomic operations and also as one step of more than 16 bytes, or between lince_atomic_begin and lince_atomic_end, which has no place in an execution graph; --memory sc without --graphs
unknown under rc11 — this cannot be tested: memory is accessed by atomic operations and also as one step of more than 16 bytes, or between lince_atomic_begin and lince_atomic_end, which has no place in an execution graph; --memory sc without --graphs
unknown under rc11 — this cannot be tested: memory is accessed by atomic operations and also as one step of more than 16 bytes, or between lince_atomic_begin and lince_atomic_end, which has no place in an execution graph; --memory sc without --graphs
? 0
$ lince test one_step.c -- -DEARLY=0 | head -n 1
one_step.c: one_step: violation — an assertion failed: {any}
? 0

# Where all accesses are such steps the order of these is explored: one of both threads is first.
= steps_only.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int both[2];
static int sums[2];
static void add(int me) {
    lince_atomic_begin(both, sizeof both);
    sums[me] = atomic_fetch_add(&both[0], 1) + atomic_fetch_add(&both[1], 1);
    lince_atomic_end();
}
static void one(void) { add(0); }
static void other(void) { add(1); }
static void finally(void) { lince_assert(sums[0] + sums[1] == 2 && sums[0] != LATE); }
LINCE_TEST(steps) { lince_test_thread(one); lince_test_thread(other); lince_test_finally(finally); }
$ for late in 0 1 2; do lince test --memory rc11 steps_only.c -- -DLATE=$late | grep -o 'ok.*\|violation'; done
violation
ok — no failure: 2 executions, 0 histories, under rc11: 2 execution graphs, all there are ({time})
violation
? 0

= time.c
#include <lince/test.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int x, hint;
static struct timespec before, after;
static int seen;
static void writer(void) { atomic_store(&x, 1); clock_gettime(CLOCK_MONOTONIC, &before); }
static void reader(void) {
    if (!atomic_load_explicit(&hint, memory_order_relaxed)) return;
    clock_gettime(CLOCK_MONOTONIC, &after);
    seen = atomic_load(&x);
}
static void hints(void) { atomic_store_explicit(&hint, 1, memory_order_relaxed); }
static void finally(void) {
    long difference = (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
    lince_assert(!after.tv_sec || difference < 0 || seen);
}
LINCE_TEST(time) {
    lince_test_thread(writer); lince_test_thread(reader); lince_test_thread(hints); lince_test_finally(finally);
}
$ lince test time.c
time.c: time: ok — no failure: {any} executions, 0 histories, all interleavings under sequential consistency; 2 weaker memory orders were taken for seq_cst (time.c:9 relaxed load, time.c:13 relaxed store) ({time})
? 0
$ for o in '--memory sc --graphs' '--memory rc11'; do lince test $o time.c | grep -o 'unknown.*--graphs'; done
unknown — this cannot be tested: the code reads a clock, which has no place in an execution graph; --memory sc without --graphs
unknown under rc11 — this cannot be tested: the code reads a clock, which has no place in an execution graph; --memory sc without --graphs
? 0
