// models:                  sc         tso        rc11       c11
// expect:                  ok:18      ok:18      ok:18      ok:18
// expect: WEAK=READER      ok:18      ok:18      assertion  assertion
// expect: WEAK=WRITER      ok:18      ok:18      assertion  assertion
// expect: WEAK=STAYS_EVEN  assertion  assertion  assertion  assertion
/* A sequence lock: a reader returns nothing unless it finds the same even number before and after.
 *
 * READER: no acquire fence before the second look at the sequence; WRITER: no release fence behind the first store.
 * Half of one value and half of another is read. Repair: the fences.
 * STAYS_EVEN: the writer counts when it has written only. No order repairs that. */
#include "weak.h"

enum { NONE, READER, WRITER, STAYS_EVEN };

static atomic_int sequence, halves[2];

static void write_both(void) {
    int now = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (WEAK != STAYS_EVEN) atomic_store_explicit(&sequence, now + 1, memory_order_relaxed);
    FENCE_AT(WRITER, release);
    atomic_store_explicit(&halves[0], 1, memory_order_relaxed);
    atomic_store_explicit(&halves[1], 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, now + 2, memory_order_release);
}

static void read_both(void) {
    int before = atomic_load_explicit(&sequence, memory_order_acquire);
    int first = atomic_load_explicit(&halves[0], memory_order_relaxed);
    int second = atomic_load_explicit(&halves[1], memory_order_relaxed);
    FENCE_AT(READER, acquire);
    int after = atomic_load_explicit(&sequence, memory_order_relaxed);
    lince_assert(before % 2 || before != after || first == second);
}

LINCE_TEST(seqlock) {
    lince_test_thread(write_both);
    lince_test_thread(read_both);
}
