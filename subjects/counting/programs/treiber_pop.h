/* 2 x 2, k = 1: two values are there, and two threads pop one each. */
#include <lince/test.h>

#include "../../objects/treiber.h"
#include "../watched.h"
#include <monitors/stack_1.h>

WATCHED_STACK(treiber)

static void setup(void) {
    treiber_init(&object);
    push(1);
    push(2);
}

LINCE_TEST(treiber_pop) {
    lince_test_setup(setup);
    lince_test_thread(pop);
    lince_test_thread(pop);
}
