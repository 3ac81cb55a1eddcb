// options: --spurious 1
// models:            sc         tso        rc11       c11
// expect:            ok         ok         ok         ok
// expect: WEAK=ONCE  assertion  ok         assertion  assertion
// expect: WEAK=TAKE  data-race  data-race  data-race  data-race
/* A lock and a claim by compare_exchange_weak, which may fail for no reason (not on x86).
 *
 * ONCE: the claim is tried once, as a strong exchange could be: both may fail.  Repair: compare_exchange_strong.
 * TAKE: the lock is taken by a relaxed exchange.  Repair: acquire. */
#include "weak.h"

enum { NONE, ONCE, TAKE };

static atomic_int lock, claimed, winners;
static int data;

static bool claims(void) {
    int free = 0;
    return WEAK == ONCE ? atomic_compare_exchange_weak(&claimed, &free, 1)
                        : atomic_compare_exchange_strong(&claimed, &free, 1);
}

static void enter(void) {
    int free;
    do {
        free = 0;
    } while (!atomic_compare_exchange_weak_explicit(&lock, &free, 1, AT(TAKE, acquire), memory_order_relaxed));
    data++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    if (claims()) atomic_fetch_add(&winners, 1);
}

static void one_claims(void) { lince_assert(data == 2 && atomic_load(&winners) == 1); }

LINCE_TEST(weak_exchange) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(one_claims);
}
