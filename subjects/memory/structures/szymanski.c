// models:                           sc  tso  rc11 c11
// expect:                           ok  ok   ok   ok
// expect: RELAXED_DATA              ok  ok   ok   ok
// expect: WEAK=RELACQ               ok  bad  bad  bad
// expect: WEAK=RELACQ RELAXED_DATA  ok  bad  bad  bad
/* Szymanski's lock for two threads: a waiting room whose door closes behind all threads that have entered.
 *
 * RELACQ: release stores and acquire loads in place of seq_cst ones: both threads enter. Repair: seq_cst. */
#include "critical.h"

enum { NONE, RELACQ };

#define STORE (WEAK == RELACQ ? memory_order_release : memory_order_seq_cst)
#define LOAD  (WEAK == RELACQ ? memory_order_acquire : memory_order_seq_cst)

static atomic_int flags[2];

static void enter(int me) {
    int other = 1 - me, theirs;
    atomic_store_explicit(&flags[me], 1, STORE);
    while (atomic_load_explicit(&flags[other], LOAD) >= 3) {}
    atomic_store_explicit(&flags[me], 3, STORE);
    if (atomic_load_explicit(&flags[other], LOAD) == 1) {
        atomic_store_explicit(&flags[me], 2, STORE);
        while (atomic_load_explicit(&flags[other], LOAD) != 4) {}
    }
    atomic_store_explicit(&flags[me], 4, STORE);
    if (me == 1)
        while (atomic_load_explicit(&flags[other], LOAD) >= 2) {}
    critical_section();
    if (me == 0) do
            theirs = atomic_load_explicit(&flags[other], LOAD);
        while (theirs == 2 || theirs == 3);
    atomic_store_explicit(&flags[me], 0, STORE);
}
static void first(void) { enter(0); }
static void second(void) { enter(1); }

LINCE_TEST(szymanski) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(all_counted);
}
