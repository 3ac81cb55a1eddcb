/* A stack with an allocator of its own: nodes lie one behind the other at the end of the data, and when they are used
 * up sbrk adds one.  What was popped is not used again.
 *
 * Mistake, by macro:
 *     BUMP_STACK_TWO_STEPS  the place of the next node is read and then moved, so that two pushes may be given one */
#ifndef SUBJECTS_BUMP_STACK_H
#define SUBJECTS_BUMP_STACK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

struct node {
    long value;
    struct node *below;
};

static struct {
    _Atomic(struct node *) top;
    atomic_int used; /* of the nodes from `first` on */
    atomic_int nodes;
    struct node *first;
    pthread_mutex_t grows;
} stack = {.grows = PTHREAD_MUTEX_INITIALIZER};

static void grow(int wanted) {
    pthread_mutex_lock(&stack.grows);
    while (atomic_load(&stack.nodes) < wanted) {
        struct node *more = sbrk(sizeof *more);
        if (!stack.first) stack.first = more;
        atomic_fetch_add(&stack.nodes, 1);
    }
    pthread_mutex_unlock(&stack.grows);
}

static struct node *new_node(void) {
#ifdef BUMP_STACK_TWO_STEPS
    int place = atomic_load(&stack.used);
    atomic_store(&stack.used, place + 1);
#else
    int place = atomic_fetch_add(&stack.used, 1);
#endif
    if (place >= atomic_load(&stack.nodes)) grow(place + 1);
    return &stack.first[place];
}

/* The first node is there before anybody pushes, with something in it. */
enum { OLD = 7 };

static void push(long value) {
    struct node *node = new_node();
    lince_assert(node->value == (node == stack.first ? OLD : 0)); /* nobody has had it */
    node->value = value;
    node->below = atomic_load(&stack.top);
    while (!atomic_compare_exchange_strong(&stack.top, &node->below, node)) {}
}

/* Nobody uses a node again, so the top cannot be another one that has come back. */
static long pop(void) {
    struct node *node = atomic_load(&stack.top);
    while (node && !atomic_compare_exchange_strong(&stack.top, &node, node->below)) {}
    return node ? node->value : lince_empty;
}

static void bump_stack_setup(void) {
    grow(1);
    stack.first->value = OLD;
}

#endif
