/* A counter that guesses what it will find, and learns from its mistakes. */
#include <lince/test.h>
#include <stdatomic.h>

static _Atomic long count;
GUESS long guess;

static void inc(void) {
    while (!atomic_compare_exchange_strong(&count, &guess, guess + 1)) {}
}

static long get(void) { return atomic_load(&count); }

LINCE_TEST(guess) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("inc() get() | inc() | inc()");
}
