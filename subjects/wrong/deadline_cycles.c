// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
/* A lock whose threads try until a deadline in cycles of the processor. That is no loop that waits: a thread gives up
 * while the other one has the lock. */
#include <lince/test.h>
#include <stdatomic.h>

#include "../objects/cycles.h"

static atomic_int held, gave_up;

static void enter(void) {
    unsigned long deadline = cycles() + 5000;
    while (atomic_exchange(&held, 1))
        if (cycles() > deadline) {
            atomic_store(&gave_up, 1);
            return;
        }
    atomic_store(&held, 0);
}

static void all_entered(void) { lince_assert(!atomic_load(&gave_up)); }

LINCE_TEST(deadline_cycles) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_entered);
}
