// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* A lock whose threads wait for some cycles of the processor before they try again: how late it is makes no difference
 * to a round, so it is a loop that waits. */
#include <lince/test.h>
#include <stdatomic.h>

#include "../objects/cycles.h"

static atomic_int held;
static int served;

static void enter(void) {
    while (atomic_exchange(&held, 1)) wait_for(500);
    served++;
    atomic_store(&held, 0);
}

static void all_served(void) { lince_assert(served == 2); }

LINCE_TEST(backoff_cycles) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_served);
}
