// models:                         sc         tso        rc11       c11
// expect:                         ok         ok         ok         ok
// expect: RELAXED_DATA            ok         ok         ok         ok
// expect: WEAK=FILL               data-race  data-race  data-race  data-race
// expect: WEAK=FILL RELAXED_DATA  ok         ok         violation  violation
// expect: WEAK=TAKE               data-race  data-race  data-race  data-race
// expect: WEAK=TAKE RELAXED_DATA  ok         ok         violation  violation
/* The queue of Herlihy and Wing: enq reserves a slot and fills it, deq takes the first full slot.
 *
 * FILL, TAKE: the slot is marked full, or emptied, by a relaxed operation: the value is read before it was written.
 * Repair: release and acquire. */
#include "weak.h"

enum { NONE, FILL, TAKE };

static atomic_long back;
static atomic_bool full[3];
static DATA(long) values[3];

static void enq(long value) {
    long at = atomic_fetch_add_explicit(&back, 1, memory_order_acq_rel);
    data_put(values[at], value);
    atomic_store_explicit(&full[at], true, AT(FILL, release));
}

static long deq(void) {
    for (;;) {
        long end = atomic_load_explicit(&back, memory_order_acquire);
        for (long i = 0; i < end; i++)
            if (atomic_exchange_explicit(&full[i], false, AT(TAKE, acq_rel))) return data_get(values[i]);
    }
}

LINCE_TEST(herlihy_wing) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1); enq(2) | deq() deq()");
}
