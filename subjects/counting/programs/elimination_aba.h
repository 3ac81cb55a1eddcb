/* 3 x 4, k = 0: as treiber_aba. */
#include <lince/test.h>

#include "../pool.h"

#include "../../objects/elimination.h"
#include "../watched.h"
#include <monitors/stack_0.h>

WATCHED_STACK_OF_THREADS(elimination)

static void setup(void) {
    elimination_init(&object);
    push(1);
    push(2);
}
static void other(void) {
    pop();
    pop();
    push(3);
}

LINCE_TEST(elimination_aba) {
    lince_test_setup(setup);
    lince_test_thread(pop);
    lince_test_thread(other);
    lince_test_finally(pop);
}
