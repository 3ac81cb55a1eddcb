/* Treiber's stack whose nodes are given back, with the hazard pointers of M. M. Michael (2004): who wants to look into
 * a node says so, and who has popped one keeps it until nobody says so.
 *
 * A node that was still on the stack after it has been announced is safe.  Mistake, by macro:
 *     HAZARD_STACK_TRUSTS  pop does not look whether it was: it may have been popped, and freed, before */
#ifndef SUBJECTS_HAZARD_STACK_H
#define SUBJECTS_HAZARD_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HAZARD_STACK_THREADS = 4 };

struct hazard_node {
    struct hazard_node *next;
    struct hazard_node *kept; /* of those that are popped and not freed; others may still read `next` */
    long value;
};

struct hazard_stack {
    _Atomic(struct hazard_node *) top;
    _Atomic(struct hazard_node *) hazards[HAZARD_STACK_THREADS];
    struct hazard_node *retired[HAZARD_STACK_THREADS]; /* each thread's own, linked by `kept` */
};

static inline void hazard_stack_init(struct hazard_stack *s) {
    atomic_store(&s->top, NULL);
    for (int i = 0; i < HAZARD_STACK_THREADS; i++) {
        atomic_store(&s->hazards[i], NULL);
        s->retired[i] = NULL;
    }
}

static inline void hazard_stack_push(struct hazard_stack *s, long value) {
    struct hazard_node *node = malloc(sizeof *node), *top = atomic_load(&s->top);
    node->value = value;
    do node->next = top;
    while (!atomic_compare_exchange_weak(&s->top, &top, node)); /* takes effect here */
}

static inline bool hazard_is_announced(struct hazard_stack *s, struct hazard_node *node) {
    for (int i = 0; i < HAZARD_STACK_THREADS; i++)
        if (atomic_load(&s->hazards[i]) == node) return true;
    return false;
}

/* Frees what nobody looks into any more. */
static inline void hazard_stack_scan(struct hazard_stack *s, int me) {
    for (struct hazard_node **at = &s->retired[me]; *at;) {
        struct hazard_node *node = *at;
        if (hazard_is_announced(s, node)) at = &node->kept;
        else {
            *at = node->kept;
            free(node);
        }
    }
}

/* The top, announced; NULL if the stack is empty. */
static inline struct hazard_node *hazard_stack_top(struct hazard_stack *s, int me) {
    struct hazard_node *top = atomic_load(&s->top);
    for (;;) {
        atomic_store(&s->hazards[me], top);
#ifdef HAZARD_STACK_TRUSTS
        return top;
#else
        struct hazard_node *now = atomic_load(&s->top);
        if (now == top) return top;
        top = now;
#endif
    }
}

static inline bool hazard_stack_pop(struct hazard_stack *s, int me, long *value) {
    struct hazard_node *top, *expected;
    do expected = top = hazard_stack_top(s, me);                                 /* takes effect here if empty, */
    while (top && !atomic_compare_exchange_weak(&s->top, &expected, top->next)); /* else here */
    atomic_store(&s->hazards[me], NULL);
    if (!top) return false;
    *value = top->value;
    top->kept = s->retired[me];
    s->retired[me] = top;
    hazard_stack_scan(s, me);
    return true;
}

#endif
