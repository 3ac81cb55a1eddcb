/* A queue over a fixed array of cells: Michael and Scott's with counted links (1996), and the free cells on a counted
 * stack, which is how the queue of the library liblfds is made.  Links are numbers of cells, 0 for none.
 *
 * It holds what there is room for.  `enq` says whether there was a free cell; it may say no a moment too early, while
 * a removed cell is on its way back, so it is for users who never come near the capacity (LFDS_QUEUE_CELLS less one
 * for the dummy).  B7 of Bouajjani et al. (POPL 2015) is a user who does and does not ask. */
#ifndef SUBJECTS_LFDS_QUEUE_H
#define SUBJECTS_LFDS_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "word.h"

#ifndef LFDS_QUEUE_CELLS
#define LFDS_QUEUE_CELLS 6
#endif

struct lfds_cell {
    _Atomic(word) next;
    _Atomic(long) value;
};

struct lfds_queue {
    _Atomic(word) head, tail, unused;
    struct lfds_cell cells[LFDS_QUEUE_CELLS + 1];
};

static inline _Atomic(word) *lfds_next(struct lfds_queue *q, word link) { return &q->cells[word_value(link)].next; }

static inline void lfds_give(struct lfds_queue *q, uint64_t cell) {
    word old = atomic_load(&q->unused);
    do {
        word link = atomic_load(&q->cells[cell].next);
        atomic_store(&q->cells[cell].next, word_after(link, word_value(old)));
    } while (!atomic_compare_exchange_weak(&q->unused, &old, word_after(old, cell)));
}

/* A free cell, or 0 if there is none. */
static inline uint64_t lfds_take(struct lfds_queue *q) {
    word old = atomic_load(&q->unused);
    while (word_value(old)) {
        word next = atomic_load(lfds_next(q, old));
        if (atomic_compare_exchange_weak(&q->unused, &old, word_after(old, word_value(next)))) break;
    }
    return word_value(old);
}

static inline void lfds_queue_init(struct lfds_queue *q) {
    atomic_store(&q->unused, 0);
    for (uint64_t cell = LFDS_QUEUE_CELLS; cell > 0; cell--) {
        atomic_store(&q->cells[cell].next, 0);
        lfds_give(q, cell);
    }
    uint64_t dummy = lfds_take(q);
    atomic_store(&q->cells[dummy].next, 0);
    atomic_store(&q->head, dummy);
    atomic_store(&q->tail, dummy);
}

static inline bool lfds_queue_enq(struct lfds_queue *q, long value) {
    uint64_t cell = lfds_take(q);
    if (!cell) return false;
    atomic_store(&q->cells[cell].value, value);
    atomic_store(&q->cells[cell].next, word_after(atomic_load(&q->cells[cell].next), 0));
    for (;;) {
        word tail = atomic_load(&q->tail), next = atomic_load(lfds_next(q, tail));
        if (tail != atomic_load(&q->tail)) continue;
        if (word_value(next)) atomic_compare_exchange_strong(&q->tail, &tail, word_after(tail, word_value(next)));
        else if (atomic_compare_exchange_strong(lfds_next(q, tail), &next, word_after(next, cell))) { /* takes effect */
            atomic_compare_exchange_strong(&q->tail, &tail, word_after(tail, cell));
            return true;
        }
    }
}

static inline bool lfds_queue_deq(struct lfds_queue *q, long *value) {
    for (;;) {
        word head = atomic_load(&q->head), tail = atomic_load(&q->tail);
        word next = atomic_load(lfds_next(q, head)); /* takes effect here if empty, */
        if (head != atomic_load(&q->head)) continue;
        if (word_value(head) == word_value(tail)) {
            if (!word_value(next)) return false;
            atomic_compare_exchange_strong(&q->tail, &tail, word_after(tail, word_value(next)));
        } else {
            *value = atomic_load(&q->cells[word_value(next)].value);
            if (!atomic_compare_exchange_strong(&q->head, &head, word_after(head, word_value(next))))
                continue; /* else here */
            lfds_give(q, word_value(head));
            return true;
        }
    }
}

#endif
