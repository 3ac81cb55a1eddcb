// expect: failure bad-free
/* free of something that malloc did not give. */
#include <lince/test.h>
#include <stdlib.h>

static long number;

static void frees(void) {
    void *volatile memory = &number;
    free(memory);
}

LINCE_TEST(bad_free) { lince_test_thread(frees); }
