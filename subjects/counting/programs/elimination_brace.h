/* 4 x 1, k = 0: three pushes disturb each other and a pop, so that two operations meet. */
#include <lince/test.h>

#include "../../objects/elimination_cells.h"
#include "../watched.h"
#include <monitors/stack_0.h>

WATCHED_STACK_OF_THREADS(elimination_cells)

static void setup(void) {
    elimination_cells_init(&object);
    push(1);
}
static void first(void) { push(2); }
static void second(void) {
    push(3);
    push(4);
}

LINCE_TEST(elimination_brace) {
    lince_test_setup(setup);
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_thread(pop);
}
