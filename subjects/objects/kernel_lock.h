/* A lock that the kernel keeps: who has it counts.  MAKE, TAKE and GIVE say which. */
#include <lince/test.h>
#include <stdlib.h>

static long count;

static void setup(void) { MAKE; }

static long next(void) {
    TAKE;
    long mine = ++count;
    GIVE;
    return mine;
}

static long look(void) {
    TAKE;
    long now = count;
    GIVE;
    return now;
}

LINCE_TEST(kernel_lock) {
    lince_test_setup(setup);
    lince_test_op("next", next);
    lince_test_op("look", look);
}
