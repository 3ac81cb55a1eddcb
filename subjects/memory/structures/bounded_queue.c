// models:                         sc         tso        rc11       c11
// options: --sync none
// expect:                         ok         ok         ok         ok
// expect: RELAXED_DATA            ok         ok         ok         ok
// expect: WEAK=ENQ                data-race  data-race  data-race  data-race
// expect: WEAK=ENQ RELAXED_DATA   ok         ok         violation  violation
// expect: WEAK=DEQ                data-race  data-race  data-race  data-race
// expect: WEAK=DEQ RELAXED_DATA   ok         ok         ok         ok
// expect: WEAK=LOOK               data-race  data-race  data-race  data-race
// expect: WEAK=LOOK RELAXED_DATA  ok         ok         violation  violation
/* Vyukov's bounded queue: the sequence number of a cell admits producers and consumers in turn.
 *
 * ENQ, DEQ: the sequence number is stored relaxed: a value is read before it is written, or overwritten while it is
 * read.
 * LOOK: it is loaded relaxed. Repair: release at the stores, acquire at the loads. */
#include "weak.h"

enum { NONE, ENQ, DEQ, LOOK, CELLS = 2 };

static struct {
    atomic_long sequence;
    DATA(long) value;
} cells[CELLS];
static atomic_long head, tail;

static void setup(void) {
    for (int i = 0; i < CELLS; i++) atomic_store(&cells[i].sequence, i);
}

static bool enq(long value) {
    long at = atomic_load_explicit(&tail, memory_order_relaxed);
    for (;;) {
        long sequence = atomic_load_explicit(&cells[at % CELLS].sequence, AT(LOOK, acquire));
        if (sequence < at) return false;
        if (sequence > at) at = atomic_load_explicit(&tail, memory_order_relaxed);
        else if (atomic_compare_exchange_strong_explicit(&tail, &at, at + 1, memory_order_relaxed,
                                                         memory_order_relaxed))
            break;
    }
    data_put(cells[at % CELLS].value, value);
    atomic_store_explicit(&cells[at % CELLS].sequence, at + 1, AT(ENQ, release));
    return true;
}

static long deq(void) {
    long at = atomic_load_explicit(&head, memory_order_relaxed);
    for (;;) {
        long sequence = atomic_load_explicit(&cells[at % CELLS].sequence, AT(LOOK, acquire));
        if (sequence < at + 1) return lince_empty;
        if (sequence > at + 1) at = atomic_load_explicit(&head, memory_order_relaxed);
        else if (atomic_compare_exchange_strong_explicit(&head, &at, at + 1, memory_order_relaxed,
                                                         memory_order_relaxed))
            break;
    }
    long value = data_get(cells[at % CELLS].value);
    atomic_store_explicit(&cells[at % CELLS].sequence, at + CELLS, AT(DEQ, release));
    return value;
}

LINCE_TEST(bounded_queue) {
    lince_test_spec("queue:capacity=2");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("enq(1) enq(2); enq(3) | deq()");
    lince_test_scenario("enq(1) enq(2); deq() | deq()");
}
