// models:                         sc         tso        rc11               c11
// expect:                         ok         ok         ok                 ok
// expect: RELAXED_DATA            ok         ok         ok                 ok
// expect: WEAK=GATE               data-race  data-race  data-race          data-race
// expect: WEAK=GATE RELAXED_DATA  ok         ok         assertion          assertion
// expect: WEAK=LINK               ok         ok         deadlock|spinning  deadlock|spinning
// expect: WEAK=LINK RELAXED_DATA  ok         ok         deadlock|spinning  deadlock|spinning
/* The queue lock of Mellor-Crummey and Scott.
 *
 * GATE: the gate of the next owner is opened by a relaxed store, so that it does not see the data. Repair: release.
 * LINK: a thread links its node by a relaxed store, so that its gate can be opened before, in modification order,
 * it was closed: the thread waits forever. Repair: release. */
#include "critical.h"

enum { NONE, GATE, LINK };

struct node {
    _Atomic(struct node *) next;
    atomic_bool closed;
};
static struct node nodes[2];
static _Atomic(struct node *) tail;

static void enter(struct node *me) {
    atomic_store_explicit(&me->closed, true, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (before) {
        atomic_store_explicit(&before->next, me, AT(LINK, release));
        while (atomic_load_explicit(&me->closed, memory_order_acquire)) {}
    }
    critical_section();
    struct node *next = atomic_load_explicit(&me->next, memory_order_acquire), *last = me;
    if (!next &&
        atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release, memory_order_relaxed))
        return;
    while (!(next = atomic_load_explicit(&me->next, memory_order_acquire))) {}
    atomic_store_explicit(&next->closed, false, AT(GATE, release));
}
static void first(void) { enter(&nodes[0]); }
static void second(void) { enter(&nodes[1]); }

LINCE_TEST(mcs_lock) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(all_counted);
}
