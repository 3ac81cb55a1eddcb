// expect: ok exhaustive
/* A bounded queue of slots that are counted. Removals meet while no insertion is going on: beside one that has taken a
 * slot, and not filled it, a removal finds nothing although a later slot is full. */
#include <lince/test.h>

#include "../objects/turn_slots.h"

static bool enq(long value) { return insert(value); }
static long deq(void) {
    long value;
    return take(&value) ? value : lince_empty;
}

LINCE_TEST(turn_slots) {
    lince_test_spec("queue:capacity=4");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) enq(2) enq(3); deq() | deq()");
    lince_test_scenario("enq(1) enq(2); deq() deq() | enq(3)");
}
