# Linearizable for any client: each has means of its own to order the calls of its threads.  Three edges are needed for
# the bug of RELINCHE's paper, and with fewer calls no client finds it.
= slots.c
#include <lince/test.h>
#include <stdatomic.h>
#ifndef TAKE
#define TAKE memory_order_acq_rel
#endif
static atomic_int slots[4], back;
static void enq(int value) {
    int i = atomic_fetch_add_explicit(&back, 1, memory_order_release);
    atomic_store_explicit(&slots[i], value, memory_order_release);
}
static int deq(void) {
    int value = 0, end = atomic_load_explicit(&back, memory_order_acquire);
    for (int i = 0; i < end && !value; i++)
        if (atomic_load_explicit(&slots[i], memory_order_acquire))
            value = atomic_exchange_explicit(&slots[i], 0, TAKE);
    lince_assume(value);
    return value;
}
LINCE_TEST(slots) {
    lince_test_op("enq", enq);
    lince_test_op("deq", deq);
    lince_test_spec("queue");
    lince_test_scenario(CALLS);
}
$ lince test --memory rc11 --no-shrink slots.c -- -DTAKE=memory_order_acquire '-DCALLS="enq(1) | enq(2) | enq(3) | enq(4) | deq() | deq() | deq()"' > out; head -n 1 out; sed -n '/A client/,/gets this/p' out; sed -n '/^  These/,/^  The failure/p' out
slots.c: slots: violation under rc11 — not linearizable as a queue ({number} executions, {number} histories, {time})
  A client that waits for T1 enq(1) before it calls T2 enq(2), and for T3 enq(3)
  before it calls T7 deq() → 1, and for T6 deq() → 2 before it calls T4 enq(4)
  gets this.
  These 7 operations alone already conflict:

    T1  ├─ enq(1) ─┤
    T2               ├─ enq(2) ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯
    T3               ├─ enq(3) ─┤
    T4                            ├─ enq(4) ╌╌╌╌╌⋯
    T5                            ├─ deq() → 4 ─┤
    T6                            ├─ deq() → 2 ─┤
    T7                            ├─ deq() ╌╌╌╌╌╌⋯

  The failure exists under the memory model rc11.
? 0

$ for take in acquire acq_rel; do lince test --memory rc11 slots.c -- -DTAKE=memory_order_$take '-DCALLS="enq(1) | enq(2) | enq(3) | deq() | deq() | deq()"'; done
slots.c: slots: ok — linearizable as a queue: 1,728 executions, 1,728 histories, under rc11: 1,728 execution graphs, all there are ({time})
slots.c: slots: ok — linearizable as a queue: 1,728 executions, 1,728 histories, under rc11: 1,728 execution graphs, all there are ({time})
? 0

# It is found again in a replay, and the order that the client makes is shown by intervals if it has some.
= counter.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long left, right;
static void add(int number) {
    atomic_fetch_add_explicit(number == 1 ? &left : &right, number, memory_order_relaxed);
}
static long get(void) {
    long sum = atomic_load_explicit(&left, memory_order_relaxed);
    return sum + atomic_load_explicit(&right, memory_order_relaxed);
}
LINCE_TEST(counter) {
    lince_test_op("add", add);
    lince_test_op("get", get);
    lince_test_spec("counter");
    lince_test_scenario("add(1) | add(2) | get()");
}
$ lince test --memory rc11 --no-shrink --trace counter.trace counter.c > out; head -n 14 out; lince test --replay counter.trace counter.c | grep -A 1 "A client"; lince test --memory sc --graphs --no-shrink counter.c | grep -A 1 "A client"
counter.c: counter: violation under rc11 — not linearizable as a counter ({number} executions, {number} histories, {time})
  Scenario: add(1) | add(2) | get()

  get() by T3 returned 1, but no order of the operations so far allows anything
  but 0, 2 or 3.
  It fails after 5 of 6 events: the return of T3 get() → 1.

  These 3 operations alone already conflict:

    T1               ├─ add(1) ╌╌⋯
    T2  ├─ add(2) ─┤
    T3  ├─ get() → 1 ─┤

  T3  get() → 1  could have returned 0, 2 or 3
  A client that waits for T2 add(2) before it calls T1 add(1) gets this.
  The steps below were executed without that waiting, and no step rules it out.
  A client that waits for T1 add(1) before it calls T2 add(2) gets this.
  The steps below were executed without that waiting, and no step rules it out.
? 0

# In the other models as well: there is no client that interleavings do not have.
$ for model in tso c11; do lince test --memory $model counter.c | head -n 1; done; lince test --memory sc counter.c | head -n 1; lince test --memory sc --graphs counter.c | head -n 1
counter.c: counter: violation under tso — not linearizable as a counter ({number} executions, {number} histories, {time})
counter.c: counter: violation under c11 — not linearizable as a counter ({number} executions, {number} histories, {time})
counter.c: counter: violation — not linearizable as a counter ({number} executions, {number} histories, {time})
counter.c: counter: violation — not linearizable as a counter ({number} executions, {number} histories, {time})
? 0

# Where operations of seq_cst decide what is possible, an execution is judged by what certainly is.
$ sed s/relaxed/seq_cst/ counter.c > ordered.c; lince test --memory rc11 --json ordered.c | grep -o '"verdict": *"[a-z]*"\|"histories_some_clients": *[0-9]*'
"verdict":"violation"
"histories_some_clients":0
? 0

# Interleavings that differ in the order of a return and a call alone are judged together.
= apart.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int left, right;
static void go_left(void) { atomic_fetch_add(&left, 1); }
static void go_right(void) { atomic_fetch_add(&right, 1); }
LINCE_TEST(apart) {
    lince_test_op("left", go_left);
    lince_test_op("right", go_right);
    lince_test_scenario("left() left() | right() right()");
}
$ for o in "--strategy dpor" "--strategy dpor --history-edges"; do lince test $o apart.c | grep -o 'apart: .*histor[a-z]*'; done
apart: ok — linearizable: 7 executions, 1 history
apart: ok — linearizable: 12 executions, 6 histories
? 0

# A violation among them is explored, and shown like any other one.
$ for o in "" --history-edges; do lince test --memory sc --strategy dpor --no-shrink $o --trace counter.trace counter.c | sed 1d > "out$o"; done; sed -n '1,5p' out; diff out out--history-edges
  Scenario: add(1) | add(2) | get()

  get() by T3 returned 2, but no order of the operations so far allows anything
  but 0, 1 or 3.
  It fails at the last of 6 events: the return of T3 get() → 2.
? 0

# For criteria that are defined on intervals the histories of equivalent interleavings are listed. Without the order of
# returns and calls no history is wrong.
$ for o in "" --history-edges --no-history-edges; do lince test --memory sc --strategy dpor --no-shrink --criterion quasi:1 $o counter.c | grep -o "counter: [a-z][a-z]*"; lince test --strategy dpor --criterion quasi:1 $o apart.c | grep -o 'apart: .*histor[a-z]*'; done
counter: violation
apart: ok — quasi:1 linearizable: 7 executions, 6 histories
counter: violation
apart: ok — quasi:1 linearizable: 12 executions, 6 histories
counter: ok
apart: ok — quasi:1 linearizable: 7 executions, 1 history
? 0
