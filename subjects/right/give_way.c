// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Two flags, and who finds the other's up takes its own down and tries again.  Both may do so for ever, but whoever is
 * left alone for a moment gets through: no livelock. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int up[2], inside;

static void enter(int me) {
    for (;;) {
        atomic_store(&up[me], 1);
        if (!atomic_load(&up[!me])) break;
        atomic_store(&up[me], 0);
    }
    lince_assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&up[me], 0);
}

static void first(void) { enter(0); }
static void second(void) { enter(1); }

LINCE_TEST(give_way) {
    lince_test_thread(first);
    lince_test_thread(second);
}
