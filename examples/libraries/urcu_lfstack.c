// needs: urcu/lfstack.h
// expect: ok exhaustive
// options: --filter locked
// expect: ok exhaustive
// options: --memory tso --filter locked
// expect: violation
// options: --filter unlocked
/* liburcu: the lock-free stack.  If nodes are used again at once, those who pop must keep out of each other's way, by
 * its lock or otherwise; else a pop takes a node for the one it was before (ABA). */
#define _LGPL_SOURCE /* what is small is in the headers, and compiled with the test */
#include <lince/test.h>
#include <stdlib.h>
#include <urcu/lfstack.h>
typedef struct item {
    struct cds_lfs_node node; /* at the start */
    long value;
} item;
static struct cds_lfs_stack stack;
static __thread item *hand; /* what the thread popped first it pushes next */
static void setup(void) { cds_lfs_init(&stack); }
static void push(long value) {
    item *i = hand ? hand : malloc(sizeof *i);
    i->value = value;
    cds_lfs_push(&stack, &i->node);
    hand = NULL;
}
static long give(item *i) {
    if (!hand) hand = i;
    return i ? i->value : lince_empty;
}
static long pop(void) { return give((item *)cds_lfs_pop_blocking(&stack)); }
static long pop_unlocked(void) { return give((item *)__cds_lfs_pop(&stack)); }
static void test(long (*remove)(void)) {
    lince_test_spec("stack");
    lince_test_setup(setup);
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", remove);
    lince_test_scenario("push(1) push(2); pop() pop() push(3) | pop(); pop() pop()");
}
LINCE_TEST(locked) { test(pop); }
LINCE_TEST(unlocked) { test(pop_unlocked); }
