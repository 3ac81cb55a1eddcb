// models:             sc  tso rc11       c11
// expect:             ok  ok  ok         ok
// expect: WEAK=PHASE  ok  ok  assertion  assertion
/* Threads that wait for a phase to be over, and meanwhile look at its progress.  What they see goes into a variable
 * that the first look writes: before that, its place on the stack is as an earlier execution left it, and must not
 * matter.
 *
 * PHASE: the end of the phase is stored relaxed, and a thread that has seen it may still see old progress. */
#include "weak.h"

enum { NONE, PHASE };

static atomic_int phase, progress;

static __attribute__((noinline)) void look(int *seen) { *seen = atomic_load_explicit(&progress, memory_order_relaxed); }

static void wait(void) {
    int seen;
    while (atomic_load_explicit(&phase, memory_order_acquire) != 2) look(&seen);
    lince_assert(atomic_load_explicit(&progress, memory_order_relaxed) >= 2);
}

static void work(void) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add_explicit(&progress, 1, memory_order_relaxed);
        atomic_store_explicit(&phase, i, AT(PHASE, release));
    }
}

static void help(void) { atomic_fetch_add_explicit(&progress, 1, memory_order_relaxed); }

LINCE_TEST(polling) {
    lince_test_thread(wait);
    lince_test_thread(wait);
    lince_test_thread(work);
    lince_test_thread(help);
}
