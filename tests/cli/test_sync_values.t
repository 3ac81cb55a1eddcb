# What operations synchronize besides their results. A bag in a table, whose slots are filled without a release:
= table.c
#include <lince/test.h>
#include <stdatomic.h>
#ifndef FILL
#define FILL memory_order_relaxed
#endif
static atomic_long slots[2];
static atomic_int next;
static void put(long value) {
    int i = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    atomic_store_explicit(&slots[i], value, FILL);
}
static long get(void) {
    for (int i = 0; i < 2; i++) {
        long value = atomic_exchange_explicit(&slots[i], 0, memory_order_acquire);
        if (value) return value;
    }
    return lince_empty;
}
LINCE_TEST(table) {
    lince_test_spec("bag");
    lince_test_op("put", put);
    lince_test_op("get", get);
    lince_test_scenario("put(1) | get()");
}
$ for s in auto none values; do lince test --memory rc11 --sync $s table.c | head -n 1; done; lince test --memory rc11 --allow missing-synchronization table.c
table.c: table: violation under rc11 — missing synchronization: what T1 wrote before it called put(1) is not visible to T2 after get() → 1 ({any})
table.c: table: ok — linearizable as a bag: 2 executions, {any}
table.c: table: violation under rc11 — missing synchronization: what T1 wrote before it called put(1) is not visible to T2 after get() → 1 ({any})
table.c: table: ok — linearizable as a bag: 2 executions, {any}
? 0

# Under sequential consistency and on x86 whatever is seen comes with what was written before.
$ for m in sc tso; do lince test --memory $m table.c | grep -o 'table: ok'; done; lince test --memory tso --sync values table.c
table: ok
table: ok
lince: --sync is judged under rc11 and c11, so values and all exclude --memory sc and tso
? 2
$ lince test --sync values --strategy stress table.c
lince: --sync and --strategy stress exclude each other: real threads have the machine's memory
? 2

# The steps show the two operations, and the link that does not synchronize; it is found again in a replay, and repaired.
$ lince test --memory rc11 --trace table.trace table.c | sed -n '/^  missing/,/nothing\./p'; lince test --replay table.trace table.c | grep -o 'T2: missing synchronization'; lince test --fix table.c | grep -A 1 Repair
  missing synchronization: what T1 wrote before it called put(1) is not visible
  to T2 after get() → 1.

  T1's store of slots[0] (table.c:10) is relaxed, and releases nothing. --fix
T2: missing synchronization
  Repair, the cheapest by memory orders and fences ({any}):
    table.c:10 store: release instead of relaxed
? 0
$ lince test --json table.c | grep -o '"kind":"missing-synchronization"\|"sync":"[a-z]*"\|"no_release":[a-z]*'
"sync":"auto"
"no_release":true
"kind":"missing-synchronization"
? 0

# A value that two operations added needs one of them.
$ lince test --memory rc11 --scenario "put(1); put(1) | get()" table.c | head -n 1; lince test --memory rc11 --scenario "put(1) | put(1) get()" table.c | head -n 1
table.c: table: ok — {any}
table.c: table: ok — {any}
? 0

# Insertions and removals among themselves; a removal that finds nothing owes nothing.
$ for s in insertions removals both all; do lince test --sync $s --scenario "put(1) | put(2)" table.c -- -DFILL=memory_order_release | sed -n '1s/ (.*//p'; done
table.c: table: violation under rc11 — missing synchronization: nothing synchronizes put(1) of T1 and put(2) of T2, in either direction
table.c: table: ok — linearizable as a bag with synchronized removals: {any}
table.c: table: violation under rc11 — missing synchronization: nothing synchronizes put(1) of T1 and put(2) of T2, in either direction
table.c: table: violation under rc11 — missing synchronization: nothing synchronizes put(1) of T1 and put(2) of T2, in either direction
? 0
$ lince test --sync all --scenario "get() | get()" table.c | sed -n '1s/ (.*//p'
table.c: table: ok — linearizable as a bag with synchronized operations: {any}
? 0

# A register hands its values over only if that is asked for, and never its initial one.
= register.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int place;
static void put(int value) { atomic_store_explicit(&place, value, memory_order_relaxed); }
static int get(void) { return atomic_load_explicit(&place, memory_order_relaxed); }
LINCE_TEST(place) {
    lince_test_spec("register:init=0");
    lince_test_op("write", put);
    lince_test_op("read", get);
    lince_test_scenario("write(VALUE) | read()");
}
$ sed s/VALUE/5/ register.c > five.c; sed s/VALUE/0/ register.c > zero.c; lince test --memory rc11 five.c | head -n 1; for f in five zero; do lince test --memory rc11 --no-shrink --sync values $f.c | sed -n '1s/ (.*//p'; done
five.c: place: ok — {any}
five.c: place: violation under rc11 — missing synchronization: what T1 wrote before it called write(5) is not visible to T2 after read() → 5
zero.c: place: ok — {any}
? 0

# Several objects have roles of their own.
= two.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_long slot;
static atomic_int place;
static void put(long value) { atomic_store_explicit(&slot, value, memory_order_relaxed); }
static long get(void) {
    long value = atomic_exchange_explicit(&slot, 0, memory_order_acquire);
    return value ? value : lince_empty;
}
static void set(int value) { atomic_store_explicit(&place, value, memory_order_relaxed); }
static int look(void) { return atomic_load_explicit(&place, memory_order_relaxed); }
LINCE_TEST(two) {
    lince_test_op("q.put", put);
    lince_test_op("q.get", get);
    lince_test_op("p.put", set);
    lince_test_op("p.get", look);
    lince_test_scenario(CALLS);
}
$ for c in "p.put(1) | p.get()" "q.put(1) | q.get()" "q.put(1) | p.get() | p.put(1)"; do lince test --memory rc11 --spec bag --spec p=register:init=0 two.c -- "-DCALLS=\"$c\"" | sed -n '1s/ (.*//p'; done
two.c: two: ok — {any}
two.c: two: violation under rc11 — missing synchronization: what T1 wrote before it called q.put(1) is not visible to T2 after q.get() → 1
two.c: two: ok — {any}
? 0

# Each two synchronize, but not in the order of their results: the fences let one of the two see the other.
= tickets.c
#include <lince/test.h>
#include <stdatomic.h>
static atomic_int here[3];
static atomic_long number;
static long draw(long n) {
    int me = lince_thread_number();
    atomic_store_explicit(&here[me], 1, memory_order_release);
    long mine = atomic_fetch_add_explicit(&number, n, ORDER);
    atomic_thread_fence(memory_order_seq_cst);
    (void)atomic_load_explicit(&here[3 - me], memory_order_acquire);
    return mine;
}
LINCE_TEST(tickets) {
    lince_test_spec("counter");
    lince_test_op("fetch_add", draw);
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
$ lince test --memory rc11 --sync all tickets.c -- -DORDER=memory_order_relaxed | sed -n '1s/ (.*//p;/^  Missing/,/owes that/p'; lince test --memory rc11 --sync all tickets.c -- -DORDER=memory_order_acq_rel | sed 's/:.*ok/: ok/;s/: [0-9].*//'
tickets.c: tickets: violation under rc11 — not linearizable as a counter with synchronized operations
  Missing synchronization: as T1 fetch_add(1) → 0 does not synchronize with
  T2 fetch_add(1) → 1, no legal order of the operations is one in which each
  synchronizes with the later ones to which it owes that.
tickets.c: ok — linearizable as a counter with synchronized operations
? 0

# Treiber's stack hands its values over; what was done before a push is visible to later pushes only if these acquire, too.
= stack.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    struct node *next;
    long value;
};
static _Atomic(struct node *) top;
static void push(long value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, PUSH, memory_order_relaxed)) {}
}
static long pop(void) {
    struct node *node = atomic_load_explicit(&top, memory_order_acquire);
    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, POP, memory_order_acquire)) {}
    return node ? node->value : lince_empty;
}
LINCE_TEST(stack) {
    lince_test_spec("stack");
    lince_test_op("push", push);
    lince_test_op("pop", pop);
    lince_test_scenario("push(1) | push(2) | pop() pop()");
}
$ for s in values insertions removals both all; do lince test --memory rc11 --no-shrink --allow leak --sync $s --scenario "push(1) | push(2) | pop() | pop()" stack.c -- -DPUSH=memory_order_release -DPOP=memory_order_acquire | sed -n '1{s/: [0-9].*//;s/ (.*//;p;}'; done
stack.c: stack: ok — linearizable as a stack
stack.c: stack: violation under rc11 — missing synchronization: nothing synchronizes push(1) of T1 and push(2) of T2, in either direction
stack.c: stack: violation under rc11 — missing synchronization: nothing synchronizes pop() → 2 of T3 and pop() → 1 of T4, in either direction
stack.c: stack: violation under rc11 — missing synchronization: nothing synchronizes push(1) of T1 and push(2) of T2, in either direction
stack.c: stack: violation under rc11 — missing synchronization: nothing synchronizes push(1) of T1 and push(2) of T2, in either direction
? 0

$ for s in values insertions removals both all; do lince test --memory rc11 --no-shrink --allow leak --sync $s stack.c -- -DPUSH=memory_order_acq_rel -DPOP=memory_order_acq_rel | sed -n '1{s/: [0-9].*//;p;}'; done
stack.c: stack: ok — linearizable as a stack
stack.c: stack: ok — linearizable as a stack with synchronized insertions
stack.c: stack: ok — linearizable as a stack with synchronized removals
stack.c: stack: ok — linearizable as a stack with synchronized insertions and removals
stack.c: stack: ok — linearizable as a stack with synchronized operations
? 0

$ lince test --memory rc11 --sync both --allow leak --fix --scenario "push(1) | push(2)" stack.c -- -DPUSH=memory_order_release -DPOP=memory_order_acquire | sed -n '/Repair/,/compare/p'
  Repair, the cheapest by memory orders and fences ({any}):
    stack.c:13 compare-exchange: acq_rel instead of release
? 0
