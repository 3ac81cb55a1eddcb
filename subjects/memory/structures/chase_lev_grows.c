// models:               sc  tso rc11 c11
// expect:               ok  ok  ok   ok
// expect: WEAK=PUBLISH  ok  ok  bad  bad
// expect: WEAK=FETCH    ok  ok  bad  bad
/* The deque of chase_lev.c with an array that grows; nothing is taken from its back.
 *
 * PUBLISH, FETCH: the owner publishes the new array, or the thief loads it, without an order: the thief finds items
 * that were never written in it. Repair: release and acquire at the array. */
#include <stdlib.h>

#include "weak.h"

enum { NONE, PUBLISH, FETCH };

struct array {
    atomic_long size, slots[2];
};
static struct array first;
static _Atomic(struct array *) array = &first;
static atomic_long top, bottom;

static struct array *grow(struct array *old, long bottom_now) {
    struct array *new = malloc(sizeof *new);
    atomic_store_explicit(&new->size, 2, memory_order_relaxed);
    for (long i = atomic_load_explicit(&top, memory_order_relaxed); i < bottom_now; i++)
        atomic_store_explicit(&new->slots[i], atomic_load_explicit(&old->slots[i], memory_order_relaxed),
                              memory_order_relaxed);
    atomic_store_explicit(&array, new, AT(PUBLISH, release));
    return new;
}

static void enq(long value) {
    long b = atomic_load_explicit(&bottom, memory_order_relaxed);
    struct array *a = atomic_load_explicit(&array, memory_order_relaxed);
    if (b >= atomic_load_explicit(&a->size, memory_order_relaxed)) a = grow(a, b);
    atomic_store_explicit(&a->slots[b], value, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static long deq(void) {
    for (;;) {
        long t = atomic_load_explicit(&top, memory_order_acquire);
        atomic_thread_fence(memory_order_seq_cst);
        long b = atomic_load_explicit(&bottom, memory_order_acquire);
        if (t >= b) return lince_empty;
        struct array *a = atomic_load_explicit(&array, AT(FETCH, acquire));
        long value = atomic_load_explicit(&a->slots[t % atomic_load_explicit(&a->size, memory_order_relaxed)],
                                          memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            return value;
    }
}

static void setup(void) { atomic_store(&first.size, 1); }

LINCE_TEST(chase_lev_grows) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) enq(2) | deq()");
}
