// relax: textbook
/* Treiber's stack; nodes are never freed. The orders are those of every textbook: a push publishes its node, a pop sees
 * it. */
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
    node->next = atomic_load(&top);                                   // relaxed
    while (!atomic_compare_exchange_weak(&top, &node->next, node)) {} // release relaxed
}

static long pop(void) {
    struct node *node = atomic_load(&top);                                    // acquire
    while (node && !atomic_compare_exchange_weak(&top, &node, node->next)) {} // acquire acquire
    return node ? node->value : lince_empty;
}

LINCE_TEST(treiber) {
    lince_test_spec("stack");
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_scenario("push(1) | pop()");
    lince_test_scenario("push(1) | push(2) | pop()");
    lince_test_scenario("push(1); push(2) | pop() pop()");
    lince_test_scenario("push(1); push(2) pop() | pop()");
}
