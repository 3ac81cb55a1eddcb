// expect: ok exhaustive
/* A stack whose nodes are mapped while it is used, and moved and unmapped in part: the next execution finds the same
 * addresses free. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

struct node {
    long value;
    struct node *below;
};
static struct node *_Atomic top;

static void push(long value) {
    char *memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(memory + PAGE, PAGE);
    munmap(memory, PAGE);
    struct node *node = mremap(memory + 2 * PAGE, PAGE, 2 * PAGE, MREMAP_MAYMOVE);
    node->value = value;
    node->below = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &node->below, node)) {}
}

static long pop(void) {
    struct node *node = atomic_load(&top);
    while (node && !atomic_compare_exchange_strong(&top, &node, node->below)) {}
    return node ? node->value : lince_empty; /* nobody unmaps it: others may look at it */
}

LINCE_TEST(stack) {
    lince_test_spec("stack");
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
    lince_test_scenario("; push(1) pop() | push(2) pop()");
}
