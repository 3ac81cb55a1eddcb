// models:                            sc         tso        rc11       c11
// options: --sync none
// expect:                            ok         ok         ok         ok
// expect: RELAXED_DATA               ok         ok         ok         ok
// expect: WEAK=WRITTEN               data-race  data-race  data-race  data-race
// expect: WEAK=WRITTEN RELAXED_DATA  ok         ok         violation  violation
/* A queue for many producers, in the way of CDSChecker's mpmc-queue: a producer reserves a slot, writes it, and
 * counts it as written when all earlier slots are.
 *
 * WRITTEN: the count is incremented by a relaxed operation: a slot is read before it is written. Repair: release.
 * (An increment continues the release sequence of the one before.) */
#include "weak.h"

enum { NONE, WRITTEN };

static atomic_long reserved, written, taken;
static DATA(long) slots[2];

static void enq(long value) {
    long at = atomic_fetch_add_explicit(&reserved, 1, memory_order_relaxed);
    data_put(slots[at], value);
    while (atomic_load_explicit(&written, memory_order_relaxed) != at) {}
    atomic_fetch_add_explicit(&written, 1, AT(WRITTEN, release));
}

static long deq(void) {
    long at = atomic_load_explicit(&taken, memory_order_relaxed);
    do
        if (at == atomic_load_explicit(&written, memory_order_acquire)) return lince_empty;
    while (!atomic_compare_exchange_strong_explicit(&taken, &at, at + 1, memory_order_acq_rel, memory_order_acquire));
    return data_get(slots[at]);
}

LINCE_TEST(many_queue) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("enq(1) | enq(2) | deq() deq()");
}
