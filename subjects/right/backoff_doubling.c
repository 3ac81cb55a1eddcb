// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* A lock whose threads wait twice as long each time, up to a limit, by a clock. Once the limit is reached a round
 * leaves a thread as it was: a loop that waits. */
#include <lince/test.h>
#include <stdatomic.h>

#include "../objects/cycles.h"

static atomic_int held;
static int served;

static void enter(void) {
    for (unsigned long wait = 100; atomic_exchange(&held, 1); wait += wait < 800 ? wait : 0) wait_for(wait);
    served++;
    atomic_store(&held, 0);
}

static void all_served(void) { lince_assert(served == 2); }

LINCE_TEST(backoff_doubling) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_served);
}
