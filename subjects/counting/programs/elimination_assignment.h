/* 3 x 1, k = 1: two pushes and a pop disturb each other, and the pop meets a push. */
#include <lince/test.h>

#include "../../objects/elimination.h"
#include "../watched.h"
#include <monitors/stack_1.h>

WATCHED_STACK_OF_THREADS(elimination)

static void setup(void) {
    elimination_init(&object);
    push(1);
}
static void first(void) { push(2); }
static void second(void) { push(3); }

LINCE_TEST(elimination_assignment) {
    lince_test_setup(setup);
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_thread(pop);
}
