// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Loops that wait, and know how often they went round, up to a multiple: they come back to where they were, but not
 * whoever reads late has been everywhere. */
#include <lince/test.h>
#include <stdatomic.h>

enum { ROUNDS = 7 };
static atomic_int ready;

static void waits(void) {
    volatile int round = 0;
    while (!atomic_load(&ready)) round = (round + 1) % ROUNDS;
    lince_assert(round < ROUNDS);
}

static void announces(void) { atomic_store(&ready, 1); }

LINCE_TEST(odd_rounds) {
    lince_test_thread(waits);
    lince_test_thread(announces);
}
