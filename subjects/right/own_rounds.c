// expect: ok exhaustive
// options: --strategy dpor
// executions: 12
// expect: ok
/* Loops that count their failed rounds twice, on the stack and in a thread-local variable: whatever is tried out to see
 * whether a loop only waits, both are put back. */
#include <lince/test.h>
#include <stdatomic.h>

static _Thread_local long failed;
static atomic_int total, ready;

static void add_one(void) {
    volatile long count = 0;
    int old = atomic_load(&total);
    while (!atomic_compare_exchange_strong(&total, &old, old + 1)) {
        failed++;
        count++;
    }
    while (!atomic_load(&ready)) {
        failed = !failed;
        count = !count;
    }
    lince_assert(failed == count);
}

static void announce(void) {
    atomic_fetch_add(&total, 1);
    atomic_store(&ready, 1);
}

LINCE_TEST(own_rounds) {
    lince_test_thread(add_one);
    lince_test_thread(announce);
}
