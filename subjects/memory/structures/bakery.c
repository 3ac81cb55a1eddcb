// models:                             sc  tso        rc11       c11
// expect:                             ok  ok         ok         ok
// expect: RELAXED_DATA                ok  ok         ok         ok
// expect: WEAK=CHOOSING               ok  data-race  data-race  data-race
// expect: WEAK=CHOOSING RELAXED_DATA  ok  assertion  assertion  assertion
// expect: WEAK=CHOSEN                 ok  data-race  data-race  data-race
// expect: WEAK=CHOSEN RELAXED_DATA    ok  assertion  assertion  assertion
/* Lamport's bakery for two threads.
 *
 * CHOOSING: no fence between `choosing` and the look at the other number; CHOSEN: none between the own number and
 * the look at the other thread. Both threads enter. Repair: the seq_cst fences. */
#include "critical.h"

enum { NONE, CHOOSING, CHOSEN };

static atomic_bool choosing[2];
static atomic_int number[2];

static void enter(int me) {
    int other = 1 - me, mine, theirs;
    atomic_store_explicit(&choosing[me], true, memory_order_relaxed);
    FENCE_AT(CHOOSING, seq_cst);
    mine = atomic_load_explicit(&number[other], memory_order_relaxed) + 1;
    atomic_store_explicit(&number[me], mine, memory_order_relaxed);
    atomic_store_explicit(&choosing[me], false, memory_order_release);
    FENCE_AT(CHOSEN, seq_cst);
    while (atomic_load_explicit(&choosing[other], memory_order_acquire)) {}
    do theirs = atomic_load_explicit(&number[other], memory_order_acquire);
    while (theirs && (theirs < mine || (theirs == mine && other < me)));
    critical_section();
    atomic_store_explicit(&number[me], 0, memory_order_release);
}
static void first(void) { enter(0); }
static void second(void) { enter(1); }

LINCE_TEST(bakery) {
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(all_counted);
}
