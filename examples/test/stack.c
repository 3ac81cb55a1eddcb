/* A stack with a mistake, and how Lince tells.
 *
 *     $ lince test stack.c
 *
 * push reads the top and writes it in two steps.  If another push comes in between, its value is gone.  The scenario is
 * given: two threads push, and when both have ended, two pops look at what is there. */
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
