// expect: failure nondeterminism
/* The test depends on something else than who runs when: a random number of the processor. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int shared;

static unsigned cycles(void) {
    unsigned long low;
#ifdef __x86_64__
    __asm__ volatile("rdrand %0" : "=r"(low) : : "cc");
#else
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(low));
#endif
    return (unsigned)low;
}

static void by_chance(void) {
    for (unsigned n = 4 + (cycles() * 2654435761U >> 28); n; n--) atomic_fetch_add(&shared, 1);
}

LINCE_TEST(bad_clock) {
    lince_test_thread(by_chance);
    lince_test_thread(by_chance);
}
