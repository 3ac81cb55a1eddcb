/* A stack of segments of K + 1 cells under a lock.  It keeps the order of a stack within each segment, so it is
 * linearizable, and the more so a relaxed stack.
 *
 * Mistakes, by macro (b1 and b2 of Round-Up's table):
 *     QUASI_STACK_FALSE_EMPTY  pop looks into the top segment only, and before it has the lock
 *     QUASI_STACK_TOO_FAR      pop takes the value K + 1 below the top, which is in the same cell of the segment below
 */
#ifndef SUBJECTS_QUASI_STACK_H
#define SUBJECTS_QUASI_STACK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef QUASI_STACK_K
#define QUASI_STACK_K 2
#endif

enum { QUASI_STACK_CELLS = QUASI_STACK_K + 1 };

struct quasi_stack_segment {
    atomic_int filled; /* cells[0] to cells[filled - 1] */
    long cells[QUASI_STACK_CELLS];
    struct quasi_stack_segment *below;
};

struct quasi_stack {
    pthread_mutex_t lock;
    _Atomic(struct quasi_stack_segment *) top; /* there is always one */
};

static inline void quasi_stack_init(struct quasi_stack *s) {
    pthread_mutex_init(&s->lock, NULL);
    atomic_store(&s->top, calloc(1, sizeof(struct quasi_stack_segment)));
}

static inline void quasi_stack_push(struct quasi_stack *s, long value) {
    pthread_mutex_lock(&s->lock);
    struct quasi_stack_segment *top = atomic_load(&s->top);
    if (atomic_load(&top->filled) == QUASI_STACK_CELLS) {
        struct quasi_stack_segment *fresh = calloc(1, sizeof *fresh);
        fresh->below = top;
        atomic_store(&s->top, fresh);
        top = fresh;
    }
    top->cells[atomic_load(&top->filled)] = value;
    atomic_fetch_add(&top->filled, 1);
    pthread_mutex_unlock(&s->lock);
}

#ifdef QUASI_STACK_TOO_FAR
/* What is above what is taken moves down by one. */
static inline long quasi_stack_take_below(struct quasi_stack_segment *top) {
    int at = atomic_load(&top->filled) - 1;
    long value = top->below->cells[at];
    for (; at < QUASI_STACK_K; at++) top->below->cells[at] = top->below->cells[at + 1];
    top->below->cells[QUASI_STACK_K] = top->cells[0];
    atomic_fetch_sub(&top->filled, 1);
    for (int i = 0; i < atomic_load(&top->filled); i++) top->cells[i] = top->cells[i + 1];
    return value;
}
#endif

static inline long quasi_stack_take(struct quasi_stack_segment *top) {
#ifdef QUASI_STACK_TOO_FAR
    if (top->below) return quasi_stack_take_below(top);
#endif
    return top->cells[atomic_fetch_sub(&top->filled, 1) - 1];
}

static inline bool quasi_stack_pop(struct quasi_stack *s, long *value) {
#ifdef QUASI_STACK_FALSE_EMPTY
    if (!atomic_load(&atomic_load(&s->top)->filled)) return false;
#endif
    pthread_mutex_lock(&s->lock);
    struct quasi_stack_segment *from = atomic_load(&s->top);
    while (from->below && !atomic_load(&from->filled)) from = from->below;
    atomic_store(&s->top, from); /* without the empty segments */
    bool found = atomic_load(&from->filled);
    if (found) *value = quasi_stack_take(from);
    pthread_mutex_unlock(&s->lock);
    return found;
}

#endif
