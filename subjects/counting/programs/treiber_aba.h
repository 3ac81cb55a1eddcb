/* 3 x 4, k = 1: a pop is interrupted while another thread pops both nodes and pushes one of them again. */
#include <lince/test.h>

#include "../pool.h"

#include "../../objects/treiber.h"
#include "../watched.h"
#include <monitors/stack_1.h>

WATCHED_STACK(treiber)

static void setup(void) {
    treiber_init(&object);
    push(1);
    push(2);
}
static void other(void) {
    pop();
    pop();
    push(3);
}

LINCE_TEST(treiber_aba) {
    lince_test_setup(setup);
    lince_test_thread(pop);
    lince_test_thread(other);
    lince_test_finally(pop);
}
