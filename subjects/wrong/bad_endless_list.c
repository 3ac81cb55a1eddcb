// expect: failure spinning
/* Two threads link the same node, and the list goes round: whoever walks it never comes to its end. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stddef.h>

static struct node { _Atomic(struct node *) next; } node;
static _Atomic(struct node *) head;

static void link_and_walk(void) {
    atomic_store(&node.next, atomic_load(&head));
    atomic_store(&head, &node);
    for (struct node *at = atomic_load(&head); at; at = atomic_load(&at->next)) {}
}

LINCE_TEST(bad_endless_list) {
    lince_test_thread(link_and_walk);
    lince_test_thread(link_and_walk);
}
