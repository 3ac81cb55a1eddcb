/* The program of figure 1, k = 1: a pop is interrupted while another thread pops its node and pushes it again. */
#include <lince/test.h>

#include "../../objects/treiber.h"
#include "../watched.h"
#include <monitors/stack_1.h>

WATCHED_STACK(treiber)

static void setup(void) { treiber_init(&object); }
static void thread_1(void) {
    push(1);
    pop();
}
static void thread_2(void) {
    void *volatile other = malloc(sizeof(struct treiber_node)); /* with --heap fifo push(2) gets this, not the node */
    free(other);
    pop();
    push(2);
    push(3);
    pop();
}

LINCE_TEST(figure_1) {
    lince_test_setup(setup);
    lince_test_thread(thread_1);
    lince_test_thread(thread_2);
}
