// expect: failure spinning
/* Closing waits, when all others have gone, for one who left without saying so: nobody is there to end the loop. */
#include <lince/test.h>

#include <stdatomic.h>

static atomic_int inside;

static void enter(void) { inside++; }
static void leave(void) {
    if (inside > 1) inside--;
}
static void await_nobody(void) {
    while (inside) continue;
}

LINCE_TEST(gate) {
    lince_test_op("enter", enter);
    lince_test_op("leave", leave);
    lince_test_op("close", await_nobody);
    lince_test_scenario("; enter() leave() | enter() leave(); close()");
}
