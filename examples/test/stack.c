/* A stack with a mistake, and how Lince shows it.
 *
 *     $ lince test stack.c
 *     stack.c: stack: violation — not linearizable as a stack ...
 *       Scenario: ; push(1) | push(2); pop() pop()
 *
 *         T1    ├─ push(1) ─┤
 *         T2    ├─ push(2) ─┤
 *         main                ├─ pop() → 1 ─┤ ├─ pop() → EMPTY ─┤
 *
 * and then why no order explains this, each step of the two threads with its source line, and the command that shows it
 * again.  push reads the top and writes it in two steps; if another push comes in between, its value is gone.
 *
 * The scenario is given here: two threads push, and when both have ended, two pops remove the values that are there. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *below;
    long value;
};

static _Atomic(struct node *) top;

static void push(long value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->below = atomic_load(&top);
    atomic_store(&top, node); /* wrong: should be a compare-and-swap that starts over if it fails */
}

static long pop(void) {
    struct node *node = atomic_load(&top);
    while (node && !atomic_compare_exchange_strong(&top, &node, node->below)) {}
    return node ? node->value : lince_empty;
}

LINCE_TEST(stack) {
    lince_test_spec("stack");
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_scenario("; push(1) | push(2); pop() pop()");
}
