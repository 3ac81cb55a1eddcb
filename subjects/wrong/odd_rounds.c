// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
// options: --strategy exhaustive
// expect: failure assertion
// options: --strategy bounded
// expect: failure assertion
// options: --strategy rounds
// expect: failure assertion
// options: --strategy pct
// expect: failure assertion
// options: --strategy random
// expect: failure assertion
/* Loops that wait, and know how often they went round, up to a multiple: they come back to where they were, but not
 * whoever reads late has been everywhere.  Seven rounds is one too many. */
#include <lince/test.h>
#include <stdatomic.h>

enum { ROUNDS = 7 };
static atomic_int ready;

static void waits(void) {
    volatile int round = 0;
    while (!atomic_load(&ready)) round = (round + 1) % ROUNDS;
    lince_assert(round != ROUNDS - 1);
}

static void announces(void) { atomic_store(&ready, 1); }

LINCE_TEST(odd_rounds) {
    lince_test_thread(waits);
    lince_test_thread(announces);
}
