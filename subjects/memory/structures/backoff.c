// models:                    sc  tso                rc11               c11
// expect:                    ok  ok                 ok                 ok
// expect: WEAK=LEFT          ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: WEAK=RIGHT         ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: WEAK=LEFT PAUSES=3 ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: WEAK=LEFT PAUSES=9 ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: PAUSES=9           ok  ok                 ok                 ok
/* Two threads meet: each comes, and the one that sees the other rings.  Then both wait for the bell in a loop that
 * counts its rounds, to pause longer after some of them, as spin locks do: only after these it is where it was.
 *
 * LEFT, RIGHT: no fence between coming and looking on one side: each misses the other, and both wait for ever.  Repair:
 * the seq_cst fence. */
#include "weak.h"

enum { NONE, LEFT, RIGHT };

#ifndef PAUSES
#define PAUSES 2
#endif

static atomic_int here[2], bell;
static int paused[2];

static void wait_for_bell(int me) {
    paused[me] = 0; /* it has done something, but nothing that the other thread reads */
    for (int i = 0; !atomic_load_explicit(&bell, memory_order_acquire);) {
        if (++i == PAUSES) i = 0;
        for (int pause = 0; pause <= i; pause++) __asm__ volatile("" ::: "memory");
    }
}

static void come(int me) {
    atomic_store_explicit(&here[me], 1, memory_order_relaxed);
    if (me) FENCE_AT(RIGHT, seq_cst);
    else FENCE_AT(LEFT, seq_cst);
    if (atomic_load_explicit(&here[1 - me], memory_order_relaxed))
        atomic_store_explicit(&bell, 1, memory_order_release);
    wait_for_bell(me);
}

static void left(void) { come(0); }
static void right(void) { come(1); }

LINCE_TEST(backoff) {
    lince_test_thread(left);
    lince_test_thread(right);
}
