// relax: textbook
/* The queue of Michael and Scott; nodes are never freed. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    long value;
};
static struct node sentinel;
static _Atomic(struct node *) head = &sentinel, tail = &sentinel;

static void enq(long value) {
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    for (;;) {
        struct node *last = atomic_load(&tail);       // acquire
        struct node *next = atomic_load(&last->next); // acquire
        struct node *none = NULL;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next); // release relaxed
            continue;
        }
        if (!atomic_compare_exchange_strong(&last->next, &none, node)) continue; // release relaxed
        atomic_compare_exchange_strong(&tail, &last, node);                      // release relaxed
        return;
    }
}

static long deq(void) {
    for (;;) {
        struct node *first = atomic_load(&head);       // acquire
        struct node *last = atomic_load(&tail);        // acquire
        struct node *next = atomic_load(&first->next); // acquire
        if (!next) return lince_empty;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next); // release relaxed
            continue;
        }
        long value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next)) return value; // release relaxed
    }
}

LINCE_TEST(queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("; enq(1) | enq(2); deq() deq()");
    lince_test_scenario("enq(1) enq(2) | deq() deq()");
    lince_test_scenario("enq(1); deq() | deq() enq(2)");
}
