/* 2 x 2, k = 1: two threads push a value each, then both are popped. */
#include <lince/test.h>

#include "../../objects/treiber.h"
#include "../watched.h"
#include <monitors/stack_1.h>

WATCHED_STACK(treiber)

static void setup(void) { treiber_init(&object); }
static void first(void) { push(1); }
static void second(void) { push(2); }
static void finally(void) {
    pop();
    pop();
}

LINCE_TEST(treiber_push) {
    lince_test_setup(setup);
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(finally);
}
