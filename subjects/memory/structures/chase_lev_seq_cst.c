// models:             sc  tso  rc11       c11
// expect:             ok  ok   ok         ok
// expect: WEAK=FRONT  ok  ok   violation  violation
// expect: WEAK=LAST   ok  ok   violation  violation
/* A work-stealing deque of fixed size whose owner and thieves agree on the back by seq_cst accesses. A library is
 * shipped with FRONT and LAST relaxed.
 *
 * A thief loads the front, and then the back. When the owner has taken everything, it has moved the back down, and in
 * the end the front up. If the thief sees the new front, it has to see a back that is as new, or it takes an element
 * again that the owner has. FRONT: the thief loads the front relaxed. LAST: the owner's compare-and-swap of the front
 * is. Repair: acquire and release. */
#include "weak.h"

enum { NONE, FRONT, LAST };

static atomic_long front, back, slots[4];

static void push_back(long value) {
    long b = atomic_load_explicit(&back, memory_order_relaxed);
    atomic_store_explicit(&slots[b], value, memory_order_relaxed);
    atomic_store_explicit(&back, b + 1, memory_order_release);
}

static long pop_back(void) {
    long b = atomic_load_explicit(&back, memory_order_relaxed), f = atomic_load_explicit(&front, memory_order_relaxed);
    if (b == f) return lince_empty;
    atomic_store(&back, --b);
    long value = atomic_load_explicit(&slots[b], memory_order_relaxed);
    f = atomic_load(&front);
    if (f < b) return value;
    if (f > b || !atomic_compare_exchange_strong_explicit(&front, &f, f + 1, AT(LAST, release), memory_order_relaxed))
        value = lince_empty; /* stolen */
    atomic_store_explicit(&back, b + 1, memory_order_relaxed);
    return value;
}

static long pop_front(void) {
    long f = atomic_load_explicit(&front, AT(FRONT, acquire));
    if (atomic_load(&back) <= f) return lince_empty;
    long value = atomic_load_explicit(&slots[f], memory_order_relaxed);
    return atomic_compare_exchange_strong_explicit(&front, &f, f + 1, memory_order_seq_cst, memory_order_relaxed)
               ? value
               : lince_empty;
}

LINCE_TEST(chase_lev_seq_cst) {
    lince_test_spec("deque");
    lince_test_op("push_back", push_back, lince_unique);
    lince_test_op("pop_back", pop_back);
    lince_test_op("pop_front", pop_front);
    lince_test_scenario("push_back(1) push_back(2); pop_back() pop_back() | pop_front()");
}
