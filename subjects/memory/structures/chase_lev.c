// models:                  sc  tso        rc11       c11
// options: --sync none
// expect:                  ok  ok         ok         ok
// expect: WEAK=TAKE        ok  violation  violation  violation
// expect: WEAK=STEAL       ok  ok         violation  violation
// expect: WEAK=PUSH        ok  ok         violation  violation
// expect: WEAK=PUSH_STORE  ok  ok         violation  ok
/* The work-stealing deque of Chase and Lev with the orders of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013), with
 * an array that does not grow.
 *
 * TAKE, STEAL: without one of the two fences the owner's take and a second steal miss each other's store, and one value
 * is taken twice. x86 does not reorder the two loads of steal. Repair: the fence. PUSH: without the release fence a
 * thief takes a value that has not been written. Repair: the fence. PUSH_STORE: a release store of `bottom` instead of
 * the fence is too little, because take stores to `bottom`, too, and a thief that reads this value synchronizes with
 * nothing. (In C11 it continues the release sequence, in C++20 it does not.) */
#include "weak.h"

enum { NONE, TAKE, STEAL, PUSH, PUSH_STORE };

static atomic_long top, bottom, slots[4];

static void push_back(long value) {
    long b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&slots[b], value, memory_order_relaxed);
    if (WEAK != PUSH_STORE) FENCE_AT(PUSH, release);
    atomic_store_explicit(&bottom, b + 1, WEAK == PUSH_STORE ? memory_order_release : memory_order_relaxed);
}

static long pop_back(void) {
    long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, value = lince_empty;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    FENCE_AT(TAKE, seq_cst);
    long t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t <= b) value = atomic_load_explicit(&slots[b], memory_order_relaxed);
    if (t < b) return value;
    if (t == b && !atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        value = lince_empty; /* stolen */
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return value;
}

static long pop_front(void) {
    for (;;) {
        long t = atomic_load_explicit(&top, memory_order_acquire);
        FENCE_AT(STEAL, seq_cst);
        long b = atomic_load_explicit(&bottom, memory_order_acquire);
        if (t >= b) return lince_empty;
        long value = atomic_load_explicit(&slots[t], memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            return value;
    }
}

LINCE_TEST(chase_lev) {
    lince_test_spec("deque");
    lince_test_op("push_back", push_back, lince_unique);
    lince_test_op("pop_back", pop_back);
    lince_test_op("pop_front", pop_front);
    lince_test_scenario("push_back(1) | pop_front()");
    lince_test_scenario("push_back(1) push_back(2) pop_back() | pop_front()");
    lince_test_scenario("push_back(1) push_back(2); pop_back() | pop_front() pop_front()");
}
