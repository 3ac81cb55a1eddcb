// models:                             sc         tso        rc11       c11
// expect:                             ok         ok         ok         ok
// expect: RELAXED_DATA                ok         ok         ok         ok
// expect: WEAK=ACCESSES               data-race  data-race  data-race  data-race
// expect: WEAK=ACCESSES RELAXED_DATA  ok         assertion  assertion  assertion
// expect: WEAK=RELACQ                 ok         data-race  data-race  data-race
// expect: WEAK=RELACQ RELAXED_DATA    ok         assertion  assertion  assertion
/* Peterson's lock for two threads.
 *
 * ACCESSES: all accesses relaxed; RELACQ: release stores and acquire loads. Both threads enter, because neither
 * load sees the other thread's store. Repair: seq_cst. */
#include "critical.h"

enum { NONE, ACCESSES, RELACQ };

#define STORE (WEAK == RELACQ ? memory_order_release : AT(ACCESSES, seq_cst))
#define LOAD  (WEAK == RELACQ ? memory_order_acquire : AT(ACCESSES, seq_cst))

static atomic_bool wants[2];
static atomic_int turn;

static void enter(int me) {
    atomic_store_explicit(&wants[me], true, STORE);
    atomic_store_explicit(&turn, 1 - me, STORE);
    while (atomic_load_explicit(&wants[1 - me], LOAD) && atomic_load_explicit(&turn, LOAD) != me) {}
    critical_section();
    atomic_store_explicit(&wants[me], false, STORE);
}
static void first(void) { enter(0); }
static void second(void) { enter(1); }

LINCE_TEST(peterson) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(all_counted);
}
