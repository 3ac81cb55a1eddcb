// models:                         sc         tso        rc11       c11
// expect:                         ok         ok         ok         ok
// expect: RELAXED_DATA            ok         ok         ok         ok
// expect: WEAK=WAIT               data-race  data-race  data-race  data-race
// expect: WEAK=WAIT RELAXED_DATA  ok         ok         assertion  assertion
/* A lock of one word, as the first two contenders of Linux's qspinlock use it: the second one is pending and waits
 * for the first one to leave.
 *
 * WAIT: it waits with relaxed loads and does not see the data. Repair: acquire. */
#include "critical.h"

enum { NONE, WAIT };
enum { LOCKED = 1, PENDING = 2 };

static atomic_int word;

static void enter(void) {
    int free = 0;
    if (!atomic_compare_exchange_strong_explicit(&word, &free, LOCKED, memory_order_acquire, memory_order_relaxed)) {
        atomic_fetch_or_explicit(&word, PENDING, memory_order_relaxed);
        while (atomic_load_explicit(&word, AT(WAIT, acquire)) & LOCKED) {}
        atomic_fetch_add_explicit(&word, LOCKED - PENDING, memory_order_relaxed);
    }
    critical_section();
    atomic_fetch_sub_explicit(&word, LOCKED, memory_order_release);
}

LINCE_TEST(pending_lock) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_counted);
}
