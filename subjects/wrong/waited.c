// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
// options: --strategy exhaustive
// expect: failure assertion
// options: --strategy bounded
// expect: failure assertion
/* A thread that waits in a loop, and notes in a variable of its own that it had to: nobody else can see that, and the
 * second round is like the third, but not like the first. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int ready, done;
static volatile int waited;

static void waits(void) {
    while (!atomic_load(&ready))
        if (!waited) waited = 1;
    lince_assert(!waited || atomic_load(&done));
}

static void announces(void) {
    atomic_store(&ready, 1);
    atomic_store(&done, 1);
}

LINCE_TEST(waited) {
    lince_test_thread(waits);
    lince_test_thread(announces);
}
