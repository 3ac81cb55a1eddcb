// expect: failure assertion
// options: --strategy dpor
// expect: failure assertion
// options: --strategy exhaustive
// expect: failure assertion
/* A loop that tries again, and notes in a variable of its own that it had to: a round that led nowhere otherwise. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int count, done;
static volatile int contended;

static void adds(void) {
    int old = atomic_load(&count);
    while (!atomic_compare_exchange_strong(&count, &old, old + 1))
        if (!contended) contended = 1;
    lince_assert(!contended || atomic_load(&done));
}

static void adds_too(void) {
    atomic_fetch_add(&count, 1);
    atomic_store(&done, 1);
}

LINCE_TEST(contended) {
    lince_test_thread(adds);
    lince_test_thread(adds_too);
}
