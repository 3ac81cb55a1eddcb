// models:                               sc         tso        rc11       c11
// options: --sync none
// expect:                               ok         ok:5       ok:5       ok:5
// expect: RELAXED_DATA                  ok         ok:5       ok:5       ok:5
// expect: WEAK=TAIL_STORE               data-race  data-race  data-race  data-race
// expect: WEAK=TAIL_STORE RELAXED_DATA  ok         ok:5       violation  violation
// expect: WEAK=TAIL_LOAD                data-race  data-race  data-race  data-race
// expect: WEAK=TAIL_LOAD RELAXED_DATA   ok         ok:5       violation  violation
// expect: WEAK=HEAD_STORE               data-race  data-race  data-race  data-race
// expect: WEAK=HEAD_STORE RELAXED_DATA  ok         ok:5       ok:5       ok:5
// expect: WEAK=HEAD_LOAD                data-race  data-race  data-race  data-race
// expect: WEAK=HEAD_LOAD RELAXED_DATA   ok         ok:5       ok:5       ok:5
/* Lamport's ring for one producer and one consumer, with one slot.
 *
 * TAIL_STORE, TAIL_LOAD: a slot is read before it is written. Repair: release and acquire at the tail.
 * HEAD_STORE, HEAD_LOAD: a slot is written while it is read, which is a data race. With relaxed data the value read
 * cannot come from the later write: that needs load buffering, which the models exclude. Repair: release and
 * acquire at the head. */
#include "weak.h"

enum { NONE, TAIL_STORE, TAIL_LOAD, HEAD_STORE, HEAD_LOAD };

static atomic_long head, tail;
static DATA(long) slot;

static bool enq(long value) {
    long t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t != atomic_load_explicit(&head, AT(HEAD_LOAD, acquire))) return false;
    data_put(slot, value);
    atomic_store_explicit(&tail, t + 1, AT(TAIL_STORE, release));
    return true;
}

static long deq(void) {
    long h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, AT(TAIL_LOAD, acquire))) return lince_empty;
    long value = data_get(slot);
    atomic_store_explicit(&head, h + 1, AT(HEAD_STORE, release));
    return value;
}

LINCE_TEST(ring) {
    lince_test_spec("queue:capacity=1");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) | deq()");
    lince_test_scenario("enq(1); enq(2) | deq() deq()");
}
