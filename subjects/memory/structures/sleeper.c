// models:               sc  tso                rc11               c11
// expect:               ok  ok                 ok                 ok
// expect: WEAK=SLEEPER  ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: WEAK=WAKER    ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
/* A thread that sleeps until there is work: it raises a flag before it looks for work a last time, and the other
 * thread looks at the flag behind its store.
 *
 * SLEEPER, WAKER: no fence between the store and the look on one of the sides: each misses the other's store, and
 * the thread sleeps forever. Repair: the seq_cst fence. */
#include <semaphore.h>

#include "weak.h"

enum { NONE, SLEEPER, WAKER };

static atomic_bool work, asleep;
static sem_t bell;

static void setup(void) { sem_init(&bell, 0, 0); }

static void sleeper(void) {
    atomic_store_explicit(&asleep, true, memory_order_relaxed);
    FENCE_AT(SLEEPER, seq_cst);
    if (!atomic_load_explicit(&work, memory_order_acquire)) sem_wait(&bell);
    lince_assert(atomic_load_explicit(&work, memory_order_relaxed));
}

static void waker(void) {
    atomic_store_explicit(&work, true, memory_order_release);
    FENCE_AT(WAKER, seq_cst);
    if (atomic_load_explicit(&asleep, memory_order_relaxed)) sem_post(&bell);
}

LINCE_TEST(sleeper) {
    lince_test_setup(setup);
    lince_test_thread(sleeper);
    lince_test_thread(waker);
}
