/* A counter that loses updates; run_test.c shows how. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_int count;

static void inc(void) {
    int old = atomic_load(&count);
    atomic_store(&count, old + 1);
}

static int get(void) { return atomic_load(&count); }

LINCE_TEST(lost_update) {
    lince_test_spec("counter");
    lince_test_op("inc", inc);
    lince_test_op("get", get);
    lince_test_scenario("; inc() | inc(); get()");
}
