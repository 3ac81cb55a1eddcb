// models:                           sc  tso                rc11               c11
// expect:                           ok  ok                 ok                 ok
// expect: RELAXED_DATA              ok  ok                 ok                 ok
// expect: WEAK=SIGNAL               ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
// expect: WEAK=SIGNAL RELAXED_DATA  ok  deadlock|spinning  deadlock|spinning  deadlock|spinning
/* A queue of one value with an event count, as in CDSChecker's spsc-queue: the consumer marks the count, looks
 * again, and waits until the count changes.
 *
 * SIGNAL: the producer looks at the mark without a fence behind its store: the wake-up is lost, and the consumer
 * waits forever. Repair: the seq_cst fence. */
#include "weak.h"

enum { NONE, SIGNAL };

static atomic_int event; /* 1: marked; then the number of signals */
static atomic_bool full;
static DATA(int) value;

static void producer(void) {
    data_put(value, 1);
    atomic_store_explicit(&full, true, memory_order_release);
    FENCE_AT(SIGNAL, seq_cst);
    if (atomic_load_explicit(&event, memory_order_relaxed) & 1)
        atomic_fetch_add_explicit(&event, 1, memory_order_release);
}

static void consumer(void) {
    if (!atomic_load_explicit(&full, memory_order_acquire)) {
        atomic_fetch_or_explicit(&event, 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        if (!atomic_load_explicit(&full, memory_order_acquire))
            while (atomic_load_explicit(&event, memory_order_acquire) == 1) {}
    }
    lince_assert(data_get(value) == 1);
}

LINCE_TEST(event_count) {
    lince_test_thread(producer);
    lince_test_thread(consumer);
}
