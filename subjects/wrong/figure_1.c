// expect: failure data-race
// expect: failure use-after-free
// options: --no-data-races
// expect: violation
// options: --no-use-after-free --heap fifo --no-data-races
/* The program of figure 1 of Bouajjani et al. (POPL 2015).  Thread 1 is interrupted in its pop, between reading the top
 * of the stack and the compare-and-swap.  Meanwhile the node it has read is removed, freed and allocated again by
 * push(3).  Its compare-and-swap succeeds, and both values are gone: the last pop returns EMPTY.
 *
 * For that malloc must not give push(2) the memory freed last.  Thread 2 has freed something before, and with
 * `--heap fifo` that comes first.  Before it comes to this, reading freed memory is a failure of its own. */
#define TREIBER_FREES
#include <lince/test.h>

#include "../objects/treiber.h"

static struct treiber stack;

static void push(long value) {
    lince_op_begin("push", value);
    treiber_push(&stack, value);
    lince_op_end();
}

static void pop(void) {
    long value = lince_empty;
    lince_op_begin("pop");
    treiber_pop(&stack, &value);
    lince_op_end(value);
}

static void thread_1(void) {
    push(1);
    pop();
}

static void thread_2(void) {
    void *volatile other = malloc(sizeof(struct treiber_node)); /* volatile: else the compiler leaves both out */
    free(other);
    pop();
    push(2);
    push(3);
    pop();
}

LINCE_TEST(figure_1) {
    lince_test_spec("stack");
    lince_test_thread(thread_1);
    lince_test_thread(thread_2);
}
