// expect: failure data-race
// options: --filter still_written
// expect: failure assertion
// options: --filter still_written --allow data-race
// expect: failure use-after-free
// options: --filter gone
// expect: failure use-after-free
// options: --filter counted_by_others
// expect: failure use-after-free
// options: --filter let_go --strategy dpor
// expect: failure use-after-free
// options: --filter let_go --strategy bounded
/* Thread-local variables whose addresses others have: written by both, and used when their thread has ended. */
#include <lince/test.h>
#include <stdatomic.h>

static _Thread_local long own = 5;
static _Atomic(long *) open_hand;
static atomic_int filled;

static void hold_out(void) {
    atomic_store(&open_hand, &own);
    own = 1; /* too late: it may be filled by now */
    while (!atomic_load(&filled)) continue;
    lince_assert(own == 7);
}

static void fill(void) {
    long *hand;
    while (!(hand = atomic_load(&open_hand))) continue;
    *hand = 7;
    atomic_store(&filled, 1);
}

LINCE_TEST(still_written) {
    lince_test_thread(hold_out);
    lince_test_thread(fill);
}

/* It does not wait until somebody has come. */
static void leave_behind(void) {
    own = 1;
    atomic_store(&open_hand, &own);
}

LINCE_TEST(gone) {
    lince_test_thread(leave_behind);
    lince_test_thread(fill);
}

static _Thread_local atomic_long counter;
static _Atomic(atomic_long *) counted;

static void count_own(void) {
    atomic_store(&counted, &counter);
    atomic_fetch_add(&counter, 1);
}

static void count_others(void) {
    atomic_long *at = atomic_load(&counted);
    if (at) atomic_fetch_add(at, 1);
}

LINCE_TEST(counted_by_others) {
    lince_test_thread(count_own);
    lince_test_thread(count_others);
}

/* It waits, but is told to go on a little too early. */
static void wait_for_it(void) {
    atomic_store(&open_hand, &own);
    while (!atomic_load(&filled)) continue;
}

static void let_go(void) {
    long *hand;
    while (!(hand = atomic_load(&open_hand))) continue;
    atomic_store(&filled, 1);
    *hand = 7;
}

LINCE_TEST(let_go) {
    lince_test_thread(wait_for_it);
    lince_test_thread(let_go);
}
