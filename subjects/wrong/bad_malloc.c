// expect: failure crash
/* There is not so much memory, and nobody looks whether malloc succeeded. */
#include <lince/test.h>
#include <stdint.h>
#include <stdlib.h>

static size_t much = SIZE_MAX / 4;

static void fills(void) {
    volatile char *volatile memory = malloc(much);
    memory[0] = 1;
    free((void *)memory);
}

LINCE_TEST(bad_malloc) { lince_test_thread(fills); }
