// models:                         sc    tso        rc11       c11
// expect:                         ok:7  ok:7       ok:7       ok:7
// expect: RELAXED_DATA            ok:7  ok:7       ok:7       ok:7
// expect: WEAK=ONE                ok:7  data-race  data-race  data-race
// expect: WEAK=ONE RELAXED_DATA   ok:7  assertion  assertion  assertion
// expect: WEAK=BOTH               ok:7  data-race  data-race  data-race
// expect: WEAK=BOTH RELAXED_DATA  ok:7  assertion  assertion  assertion
/* The core of Dekker's lock: each thread raises its flag, looks at the other one, and gives up if that is raised.
 *
 * ONE: one of the two fences between the store and the load is missing; BOTH: both are. Both threads enter. Repair:
 * the fences, both of them. */
#include "critical.h"

enum { NONE, ONE, BOTH };

static atomic_bool up[2];

static void first(void) {
    atomic_store_explicit(&up[0], true, memory_order_relaxed);
    if (WEAK != BOTH) atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&up[1], memory_order_acquire)) critical_section();
    atomic_store_explicit(&up[0], false, memory_order_release);
}

static void second(void) {
    atomic_store_explicit(&up[1], true, memory_order_relaxed);
    if (WEAK != BOTH && WEAK != ONE) atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&up[0], memory_order_acquire)) critical_section();
    atomic_store_explicit(&up[1], false, memory_order_release);
}

LINCE_TEST(dekker) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(all_counted);
}
