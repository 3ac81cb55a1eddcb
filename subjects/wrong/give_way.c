// expect: failure assertion
/* Two flags, and who finds the other's up takes its own down and tries again, but looks before it raises its own. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int up[2], inside;

static void enter(int me) {
    for (;;) {
        int other = atomic_load(&up[!me]);
        atomic_store(&up[me], 1);
        if (!other) break;
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
