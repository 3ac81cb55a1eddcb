// expect: failure exit
/* The program ends in the middle, but only if one thread is faster. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int first;

static void one(void) { atomic_store(&first, 1); }
static void other(void) {
    if (!atomic_load(&first)) exit(0);
}

LINCE_TEST(bad_exit) {
    lince_test_thread(one);
    lince_test_thread(other);
}
