// models:              sc  tso  rc11                     c11
// expect:              ok  ok   ok                       ok
// expect: WEAK=FILL    ok  ok   missing-synchronization  missing-synchronization
// expect: WEAK=TAKE    ok  ok   missing-synchronization  missing-synchronization
/* A bag of numbers in a table: an insertion takes the next slot, a removal empties the first that it finds full.
 *
 * FILL: the store to the slot is relaxed, TAKE: the exchange is. All results are those of a bag, but what a thread
 * wrote before it inserted a number is not visible to the thread that removes it. Repair: release and acquire. */
#include "weak.h"

enum { NONE, FILL, TAKE, SLOTS = 2 };
static atomic_long slots[SLOTS];
static atomic_int next;

static void put(long value) {
    int i = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    atomic_store_explicit(&slots[i], value, AT(FILL, release));
}

static long get(void) {
    for (int i = 0; i < SLOTS; i++) {
        long value = atomic_exchange_explicit(&slots[i], 0, AT(TAKE, acquire));
        if (value) return value;
    }
    return lince_empty;
}

LINCE_TEST(table) {
    lince_test_spec("bag");
    lince_test_op("put", put);
    lince_test_op("get", get);
    lince_test_scenario("put(1) | get()");
}
