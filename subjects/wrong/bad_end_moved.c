// expect: failure unsupported
/* Memory that the setup had from sbrk is given back in an execution: the next one could not start with it. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <unistd.h>

enum { SIZE = 1 << 14 };

static long *kept;

static void setup(void) {
    kept = sbrk(SIZE);
    *kept = 3;
}

static void gives_back(void) {
    lince_assert(*kept == 3);
    sbrk(SIZE);
    sbrk(-SIZE); /* its own */
    sbrk(-SIZE);
}

LINCE_TEST(end_moved) {
    lince_test_setup(setup);
    lince_test_thread(gives_back);
}
