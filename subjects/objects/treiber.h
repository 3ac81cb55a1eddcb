/* Treiber's stack: a list whose top is changed by compare-and-swap (R. K. Treiber, 1986).
 *
 * Nodes are not given back, so that a node once read stays what it was.  Mistakes, by macro:
 *     TREIBER_FREES            pop frees its node: others may still read it, and `top` may be equal to a pointer read
 *                              before although the node there is another one (ABA)
 *     TREIBER_PUSH_NOT_ATOMIC  push compares and then stores
 *     TREIBER_POP_NOT_ATOMIC   so does pop */
#ifndef SUBJECTS_TREIBER_H
#define SUBJECTS_TREIBER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct treiber_node {
    struct treiber_node *next;
    long value;
};

struct treiber {
    _Atomic(struct treiber_node *) top;
};

static inline void treiber_init(struct treiber *s) { atomic_store(&s->top, NULL); }

/* A compare-and-swap that is not one: others may come between its two halves. */
static inline bool treiber_compare_then_store(struct treiber *s, struct treiber_node **old, struct treiber_node *new) {
    struct treiber_node *top = atomic_load(&s->top);
    if (top == *old) atomic_store(&s->top, new);
    else {
        *old = top;
        return false;
    }
    return true;
}

static inline bool treiber_swap_for_push(struct treiber *s, struct treiber_node **old, struct treiber_node *new) {
#ifdef TREIBER_PUSH_NOT_ATOMIC
    return treiber_compare_then_store(s, old, new);
#else
    return atomic_compare_exchange_weak(&s->top, old, new);
#endif
}

static inline bool treiber_swap_for_pop(struct treiber *s, struct treiber_node **old, struct treiber_node *new) {
#ifdef TREIBER_POP_NOT_ATOMIC
    return treiber_compare_then_store(s, old, new);
#else
    return atomic_compare_exchange_weak(&s->top, old, new);
#endif
}

static inline void treiber_push(struct treiber *s, long value) {
    struct treiber_node *node = malloc(sizeof *node), *top;
    node->value = value;
    top = atomic_load(&s->top);
    do node->next = top;
    while (!treiber_swap_for_push(s, &top, node)); /* takes effect here */
}

static inline bool treiber_pop(struct treiber *s, long *value) {
    struct treiber_node *top = atomic_load(&s->top);            /* takes effect here if empty, */
    while (top && !treiber_swap_for_pop(s, &top, top->next)) {} /* else here */
    if (!top) return false;
    *value = top->value;
#ifdef TREIBER_FREES
    free(top);
#endif
    return true;
}

#endif
