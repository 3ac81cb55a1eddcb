# A data race, a leak or a wrong access to memory is reported, and the test is explored further with failures of its kind
# allowed: one run has all answers, the most serious first.
= stack.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct node { struct node *next; long value; } node;
static node *_Atomic head;
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
static void push(long value) {
    node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load_explicit(&head, ORDER);
#ifdef LOSES
    atomic_store_explicit(&head, n, ORDER);
#else
    while (!atomic_compare_exchange_weak_explicit(&head, &n->next, n, ORDER, memory_order_relaxed)) {}
#endif
}
static long pop(void) {
    node *n = atomic_load_explicit(&head, ORDER);
    while (n && !atomic_compare_exchange_weak_explicit(&head, &n, n->next, ORDER, ORDER)) {}
    if (!n) return lince_empty;
    long value = n->value;
#ifdef FREES
    free(n);
#endif
    return value;
}
LINCE_TEST(stack) {
    lince_test_op("push", push);
    lince_test_op("pop", pop);
    lince_test_spec("stack");
}
$ lince test stack.c 2> /dev/null | grep ' — '
stack.c: stack: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
stack.c: stack: otherwise ok — linearizable as a stack: {any} under sequential consistency; {any}, with --allow data-race ({time})
? 0
$ lince test --first-failure stack.c 2> /dev/null | grep ' — '
stack.c: stack: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0
$ lince test stack.c -- -DLOSES -DFREES | grep ' — '
stack.c: stack: violation — memory is used after it was freed: T1 reads 8 bytes at offset 0 of a block of 16 bytes that T2 has freed; main had allocated it ({any}, with --allow data-race, {time})
stack.c: stack: also violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
stack.c: stack: also violation — not linearizable as a stack ({any}, with --allow use-after-free,data-race, {time})
? 0
# With orders that suffice there is no race, and the lost insertion is the first failure.
$ lince test stack.c -- -DLOSES -DORDER=memory_order_seq_cst 2> /dev/null | grep ' — '
stack.c: stack: violation — not linearizable as a stack ({any}, {time})
? 0
# Each failure has a trace of its own.
$ for t in $(lince test stack.c -- -DLOSES 2> /dev/null | sed -n 's/.*--replay \([^ ]*\) .*/\1/p'); do lince test --replay $t stack.c -- -DLOSES | head -n 1; done
stack.c: stack: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
stack.c: stack: violation — not linearizable as a stack ({any})
? 0
$ lince test --json stack.c -- -DLOSES | python3 -c 'import json, sys; t = json.load(sys.stdin); print(t["failure"]["kind"], t["violation"], t["found_before"], [(f["verdict"], f["failure"], bool(f["violation"]), f["found_before"]) for f in t["further"]])'
data-race None [] [('violation', None, True, ['data-race'])]
? 0
$ lince test --junit - stack.c -- -DLOSES 2> /dev/null | grep -c 'also violation'; lince test -q --histories all.hist stack.c; lince test -q --html page.html stack.c -- -DLOSES; grep -o 'not linearizable as a stack' page.html | head -n 1
2
not linearizable as a stack
? 0
# Limits hold for each exploration.
$ lince test --max-executions 60 stack.c 2> /dev/null | grep ' — '
stack.c: stack: violation — data race: {any}
stack.c: stack: otherwise unknown — the limit of executions was reached: {any}, with --allow data-race ({time})
? 0
