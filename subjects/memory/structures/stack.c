// models:                         sc         tso        rc11       c11
// expect:                         ok         ok         ok         ok
// expect: RELAXED_DATA            ok         ok         ok         ok
// expect: WEAK=PUSH               data-race  data-race  data-race  data-race
// expect: WEAK=PUSH RELAXED_DATA  ok         ok         bad        bad
// expect: WEAK=POP                data-race  data-race  data-race  data-race
// expect: WEAK=POP RELAXED_DATA   ok         ok         bad        bad
/* Treiber's stack; nodes are never freed.
 *
 * PUSH: the compare-and-swap of push is relaxed, POP: the load of the top in pop is. The value and the successor of
 * a node are read before they were written. Repair: release and acquire. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, PUSH, POP };

struct node {
    DATA(struct node *) next;
    DATA(long) value;
};
static _Atomic(struct node *) top;

static void push(long value) {
    struct node *node = malloc(sizeof *node), *old = atomic_load_explicit(&top, memory_order_relaxed);
    data_put(node->value, value);
    do data_put(node->next, old);
    while (!atomic_compare_exchange_strong_explicit(&top, &old, node, AT(PUSH, release), memory_order_relaxed));
}

static long pop(void) {
    struct node *node = atomic_load_explicit(&top, AT(POP, acquire));
    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, data_get(node->next), AT(POP, acquire),
                                                            AT(POP, acquire))) {}
    return node ? data_get(node->value) : lince_empty;
}

LINCE_TEST(stack) {
    lince_test_spec("stack");
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_scenario("push(1) | pop()");
    lince_test_scenario("push(1); push(2) | pop() pop()");
}
