// models:                         sc         tso        rc11       c11
// expect:                         ok         ok         ok         ok
// expect: RELAXED_DATA            ok         ok         ok         ok
// expect: WEAK=LINK               data-race  data-race  bad        bad
// expect: WEAK=LINK RELAXED_DATA  ok         ok         bad        bad
// expect: WEAK=NEXT               data-race  data-race  data-race  data-race
// expect: WEAK=NEXT RELAXED_DATA  ok         ok         bad        bad
/* The queue of Michael and Scott; nodes are never freed.
 *
 * LINK: the compare-and-swap that links a node is relaxed, NEXT: the load of the link in deq is. The value of a
 * node is read before it was written. Repair: release and acquire. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, LINK, NEXT };

struct node {
    _Atomic(struct node *) next;
    DATA(long) value;
};
static struct node sentinel;
static _Atomic(struct node *) head = &sentinel, tail = &sentinel;

static void enq(long value) {
    struct node *node = malloc(sizeof *node);
    data_put(node->value, value);
    atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire), *none = NULL;
        bool linked = !next && atomic_compare_exchange_strong_explicit(&last->next, &none, node, AT(LINK, release),
                                                                       memory_order_relaxed);
        if (linked) next = node;
        if (next)
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
        if (linked) return;
    }
}

static long deq(void) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, AT(NEXT, acquire));
        if (!next) return lince_empty;
        long value = data_get(next->value);
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
            return value;
    }
}

LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
    lince_test_scenario("enq(1); enq(2) | deq() deq()");
}
