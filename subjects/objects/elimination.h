/* The stack with elimination of D. Hendler, N. Shavit and L. Yerushalmi (SPAA 2004).
 *
 * An operation that is disturbed at the top of the stack offers itself in its thread's `location` and leaves the
 * thread's number in `collision`.  A thread that finds the number of another there, with an operation opposite to its
 * own, lets the two cancel out: a push replaces the offer of a pop by its own, a pop takes away the offer of a push.
 * Offers and nodes are not given back.  Mistakes, by macro (B2, B4 and B5 of Bouajjani et al., POPL 2015):
 *     ELIMINATION_FREES           pop frees nodes (ABA)
 *     ELIMINATION_MISPLACED_BRACE the condition that the operations are opposite governs nothing: two pushes cancel out
 *     ELIMINATION_NO_ASSIGNMENT   a pop that takes away the offer of a push forgets to take its node */
#ifndef SUBJECTS_ELIMINATION_H
#define SUBJECTS_ELIMINATION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { ELIMINATION_THREADS = 5 };

struct elimination_node {
    struct elimination_node *next;
    long value;
};

struct elimination_offer {
    long thread; /* who makes it */
    bool is_push;
    struct elimination_node *node; /* to push, or popped; a pop without one found the stack empty */
};

struct elimination {
    _Atomic(struct elimination_node *) top;
    _Atomic(struct elimination_offer *) location[ELIMINATION_THREADS];
    atomic_int collision; /* the thread that was here last; -1: none */
};

static inline void elimination_init(struct elimination *s) {
    atomic_store(&s->top, NULL);
    for (int i = 0; i < ELIMINATION_THREADS; i++) atomic_store(&s->location[i], NULL);
    atomic_store(&s->collision, -1);
}

/* One attempt at the top of the stack. */
static inline bool elimination_try_stack(struct elimination *s, struct elimination_offer *mine) {
    struct elimination_node *top = atomic_load(&s->top);
    if (mine->is_push) {
        mine->node->next = top;
        return atomic_compare_exchange_strong(&s->top, &top, mine->node);
    }
    if (top && !atomic_compare_exchange_strong(&s->top, &top, top->next)) return false;
    mine->node = top;
    return true;
}

/* Both operations of a collision take effect where the second offer is replaced or taken away: the push, then the pop.
 */
static inline bool elimination_try_collision(struct elimination *s, struct elimination_offer *mine, int him,
                                             struct elimination_offer *his) {
    if (mine->is_push) return atomic_compare_exchange_strong(&s->location[him], &his, mine);
    if (!atomic_compare_exchange_strong(&s->location[him], &his, NULL)) return false;
#ifndef ELIMINATION_NO_ASSIGNMENT
    mine->node = his->node;
#endif
    return true;
}

/* Another thread has done it: a pop finds the push that replaced it. */
static inline void elimination_finish(struct elimination *s, struct elimination_offer *mine) {
    if (mine->is_push) return;
    mine->node = atomic_load(&s->location[mine->thread])->node;
    atomic_store(&s->location[mine->thread], NULL);
}

/* One attempt to meet somebody; false: nobody came. */
static inline bool elimination_try_meet(struct elimination *s, struct elimination_offer *mine) {
    struct elimination_offer *expected = mine;
    int me = (int)mine->thread;
    atomic_store(&s->location[me], mine);
    int him = atomic_exchange(&s->collision, me);
    struct elimination_offer *his = him < 0 ? NULL : atomic_load(&s->location[him]);
    if (his && his != mine) {
#ifdef ELIMINATION_MISPLACED_BRACE
        if (his->is_push != mine->is_push) {}
        {
#else
        if (his->is_push != mine->is_push) {
#endif
            if (atomic_compare_exchange_strong(&s->location[me], &expected, NULL))
                return elimination_try_collision(s, mine, him, his);
            elimination_finish(s, mine);
            return true;
        }
    }
    if (atomic_compare_exchange_strong(&s->location[me], &expected, NULL)) return false;
    elimination_finish(s, mine);
    return true;
}

static inline void elimination_do(struct elimination *s, struct elimination_offer *mine) {
    while (!elimination_try_stack(s, mine) && !elimination_try_meet(s, mine)) {}
}

/* `me` is the number of the calling thread. */
static inline void elimination_push(struct elimination *s, int me, long value) {
    struct elimination_offer *mine = malloc(sizeof *mine);
    mine->thread = me;
    mine->is_push = true;
    mine->node = malloc(sizeof *mine->node);
    mine->node->value = value;
    elimination_do(s, mine);
}

static inline bool elimination_pop(struct elimination *s, int me, long *value) {
    struct elimination_offer *mine = malloc(sizeof *mine);
    mine->thread = me;
    mine->is_push = false;
    mine->node = NULL;
    elimination_do(s, mine);
    if (!mine->node) return false;
    *value = mine->node->value;
#ifdef ELIMINATION_FREES
    free(mine->node);
#endif
    return true;
}

#endif
