// expect: ok exhaustive
/* Before the threads and after them one writes for long, always to the same place, and much of it changes nothing. */
#include <lince/test.h>

#include <stdatomic.h>

enum { ROUNDS = 30000 };

static atomic_int count, bits, tries;

static void work(void) {
    for (int i = 0; i < ROUNDS; i++) count++;
    for (int i = 0; i < ROUNDS; i++) bits |= 1;
    for (int i = 0, other = 0; i < ROUNDS; i++, other = 0) tries += !atomic_compare_exchange_strong(&bits, &other, 2);
    for (int i = 0; i < ROUNDS; i++) count -= i % 2;
}
static void once(void) { count++; }
static void finally(void) {
    work();
    lince_assert(bits == 1 && tries == 2 * ROUNDS && count == ROUNDS + 2);
}

LINCE_TEST(counters) {
    lince_test_setup(work);
    lince_test_thread(once);
    lince_test_thread(once);
    lince_test_finally(finally);
}
