/* A relaxed queue (after Y. Afek, G. Korland and E. Yanovsky, OPODIS 2010): a list of segments of K + 1 cells each.
 * Values are put into the first free cell of the last segment and taken from any filled one of the first, so a value is
 * overtaken by at most K others.  A cell is free, then filled, then taken, and never used again.
 *
 * Mistakes, by macro (b1, b2 and b3 of the table of Zhang, Chattopadhyay and Wang's Round-Up):
 *     QUASI_QUEUE_TOO_FAR     deq takes from the second segment if there is one: more than K away from the head
 *     QUASI_QUEUE_TAKES_TWICE deq looks at a cell and marks it taken in two steps
 *     QUASI_QUEUE_FALSE_EMPTY deq gives up when the last cell is free, though others may be filled */
#ifndef SUBJECTS_QUASI_QUEUE_H
#define SUBJECTS_QUASI_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "pick.h"

#ifndef QUASI_QUEUE_K
#define QUASI_QUEUE_K 2
#endif

enum { QUASI_QUEUE_CELLS = QUASI_QUEUE_K + 1, QUASI_QUEUE_FREE = 0, QUASI_QUEUE_TAKEN = -1 };

struct quasi_segment {
    _Atomic(long) cells[QUASI_QUEUE_CELLS];
    _Atomic(struct quasi_segment *) next;
};

struct quasi_queue {
    _Atomic(struct quasi_segment *) head, tail;
};

static inline void quasi_queue_init(struct quasi_queue *q) {
    struct quasi_segment *segment = calloc(1, sizeof *segment);
    atomic_store(&q->head, segment);
    atomic_store(&q->tail, segment);
}

static inline void quasi_queue_enq(struct quasi_queue *q, long value) {
    for (;;) {
        struct quasi_segment *tail = atomic_load(&q->tail), *next = NULL;
        for (int i = 0; i < QUASI_QUEUE_CELLS; i++) {
            long free_cell = QUASI_QUEUE_FREE;
            if (atomic_compare_exchange_strong(&tail->cells[i], &free_cell, value)) return;
        }
        struct quasi_segment *fresh = calloc(1, sizeof *fresh);
        if (atomic_compare_exchange_strong(&tail->next, &next, fresh)) next = fresh;
        atomic_compare_exchange_strong(&q->tail, &tail, next);
    }
}

static inline bool quasi_queue_is_filled(long value) { return value != QUASI_QUEUE_FREE && value != QUASI_QUEUE_TAKEN; }

/* Takes what is in a cell, unless somebody else has. */
static inline bool quasi_queue_take(_Atomic(long) *cell, long value) {
#ifdef QUASI_QUEUE_TAKES_TWICE
    atomic_store(cell, QUASI_QUEUE_TAKEN);
    return true;
#else
    return atomic_compare_exchange_strong(cell, &value, QUASI_QUEUE_TAKEN);
#endif
}

/* Any of the filled cells; if all are lost to others, none. */
static inline bool quasi_queue_take_any(struct quasi_segment *segment, long *value) {
    long seen[QUASI_QUEUE_CELLS];
    int filled[QUASI_QUEUE_CELLS], count = 0;
    for (int i = 0; i < QUASI_QUEUE_CELLS; i++)
        if (quasi_queue_is_filled(seen[i] = atomic_load(&segment->cells[i]))) filled[count++] = i;
    while (count) {
        int at = pick(count), cell = filled[at];
        *value = seen[cell];
        if (quasi_queue_take(&segment->cells[cell], *value)) return true;
        filled[at] = filled[--count];
    }
    return false;
}

/* How many cells are taken; -1 if a filled one was seen. */
static inline int quasi_queue_taken(struct quasi_segment *segment) {
    int taken = 0;
    for (int i = 0; i < QUASI_QUEUE_CELLS; i++) {
        long value = atomic_load(&segment->cells[i]);
        if (value == QUASI_QUEUE_TAKEN) taken++;
        else if (value != QUASI_QUEUE_FREE) return -1;
    }
    return taken;
}

static inline bool quasi_queue_deq(struct quasi_queue *q, long *value) {
    for (;;) {
        struct quasi_segment *head = atomic_load(&q->head);
#ifdef QUASI_QUEUE_TOO_FAR
        struct quasi_segment *second = atomic_load(&head->next);
        if (second && quasi_queue_take_any(second, value)) return true;
#endif
#ifdef QUASI_QUEUE_FALSE_EMPTY
        if (atomic_load(&head->cells[QUASI_QUEUE_K]) == QUASI_QUEUE_FREE) return false;
#endif
        if (quasi_queue_take_any(head, value)) return true;
        int taken = quasi_queue_taken(head);
        if (taken == QUASI_QUEUE_CELLS) { /* this segment is done */
            struct quasi_segment *next = atomic_load(&head->next);
            if (!next) return false;
            atomic_compare_exchange_strong(&q->head, &head, next);
        } else if (taken >= 0 && taken == quasi_queue_taken(head)) {
            /* The same twice: at the end of the first count no cell was filled, and one was free, so nothing is behind.
             */
            return false;
        }
    }
}

#endif
