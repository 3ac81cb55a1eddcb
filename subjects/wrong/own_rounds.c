// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
/* A loop that waits and notes in a thread-local variable whether it has gone round an odd number of times: it does not
 * only wait, because what comes after it depends on that. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdbool.h>

static _Thread_local bool odd;
static atomic_int ready;

static void wait(void) {
    while (!atomic_load(&ready)) odd = !odd;
    lince_assert(!odd);
}

static void announce(void) { atomic_store(&ready, 1); }

LINCE_TEST(own_rounds) {
    lince_test_thread(wait);
    lince_test_thread(announce);
}
