// expect: ok exhaustive
// options: --strategy dpor
/* There is not so much memory, and the program bears it. */
#include <errno.h>
#include <lince/test.h>
#include <stdint.h>
#include <stdlib.h>

static size_t much = SIZE_MAX / 4;

static void tries(void) {
    errno = 0;
    void *volatile memory = malloc(much); /* volatile: else the compiler may take it for granted */
    lince_assert(!memory && errno == ENOMEM);
}

LINCE_TEST(malloc_fails) {
    lince_test_thread(tries);
    lince_test_thread(tries);
}
