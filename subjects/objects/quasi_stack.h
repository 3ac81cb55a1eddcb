/* A stack of segments of K + 1 cells under a lock.  It keeps the order of a stack within each segment, so it is
 * linearizable, and the more so a relaxed stack.
 *
 * Mistakes, by macro (b1 and b2 of Round-Up's table):
 *     QUASI_STACK_FALSE_EMPTY  pop looks into the top segment only, and before it has the lock
 *     QUASI_STACK_TOO_FAR      pop takes from the segment below the top if there is one: more than K away */
#ifndef SUBJECTS_QUASI_STACK_H
#define SUBJECTS_QUASI_STACK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef QUASI_STACK_K
#define QUASI_STACK_K 1
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

static inline bool quasi_stack_pop(struct quasi_stack *s, long *value) {
#ifdef QUASI_STACK_FALSE_EMPTY
    if (!atomic_load(&atomic_load(&s->top)->filled)) return false;
#endif
    pthread_mutex_lock(&s->lock);
    struct quasi_stack_segment *from = atomic_load(&s->top);
    while (from->below && !atomic_load(&from->filled)) from = from->below;
    atomic_store(&s->top, from); /* without the empty segments */
#ifdef QUASI_STACK_TOO_FAR
    if (from->below && atomic_load(&from->below->filled)) from = from->below;
#endif
    bool found = atomic_load(&from->filled);
    if (found) *value = from->cells[atomic_fetch_sub(&from->filled, 1) - 1];
    pthread_mutex_unlock(&s->lock);
    return found;
}

#endif
