// expect: failure double-free
/* Two threads free the same memory. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void *) memory;

static void setup(void) { atomic_store(&memory, malloc(8)); }

static void frees(void) {
    void *mine = atomic_load(&memory);
    if (!mine) return;
    atomic_store(&memory, NULL);
    free(mine);
}

LINCE_TEST(bad_double_free) {
    lince_test_setup(setup);
    lince_test_thread(frees);
    lince_test_thread(frees);
}
