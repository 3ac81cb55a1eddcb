/* The unbounded k-FIFO queue of C. M. Kirsch, M. Lippautz and H. Payer (PaCT 2013): a list of segments of K slots.
 * Values are put into any free slot of the last segment and taken from any filled one of the first, so values are
 * reordered within a segment only.
 *
 * A slot carries a version, and so do head and tail.  A value that was put into the first segment counts only after
 * the head's version has been changed, so that nobody who found nothing there a moment ago believes it; one that was
 * put into a segment given up meanwhile is taken back.  Segments are not given back.  Mistake, by macro:
 *     UBK_QUEUE_OLD_TAIL  deq says EMPTY by a tail read before it looked for values */
#ifndef SUBJECTS_UBK_QUEUE_H
#define SUBJECTS_UBK_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "pick.h"
#include "word.h"

#ifndef UBK_QUEUE_K
#define UBK_QUEUE_K 2
#endif

struct ubk_segment {
    _Atomic(word) slots[UBK_QUEUE_K]; /* 0: free */
    _Atomic(struct ubk_segment *) next;
    atomic_bool given_up;
};

struct ubk_queue {
    _Atomic(word) head, tail;
};

static inline struct ubk_segment *ubk_segment_of(word w) { return (struct ubk_segment *)word_value(w); }

static inline void ubk_queue_init(struct ubk_queue *q) {
    word first = word_make((uint64_t)calloc(1, sizeof(struct ubk_segment)), 0);
    atomic_store(&q->head, first);
    atomic_store(&q->tail, first);
}

/* A slot that is filled, or that is not, and what is in it; NULL if there is none. */
static inline _Atomic(word) *ubk_find(struct ubk_segment *segment, bool filled, word *content) {
    for (int i = 0, first = pick(UBK_QUEUE_K); i < UBK_QUEUE_K; i++) {
        _Atomic(word) *slot = &segment->slots[(first + i) % UBK_QUEUE_K];
        *content = atomic_load(slot);
        if ((word_value(*content) != 0) == filled) return slot;
    }
    return NULL;
}

static inline void ubk_advance_tail(struct ubk_queue *q, word tail) {
    struct ubk_segment *next = atomic_load(&ubk_segment_of(tail)->next);
    if (!next) {
        struct ubk_segment *fresh = calloc(1, sizeof *fresh);
        if (atomic_compare_exchange_strong(&ubk_segment_of(tail)->next, &next, fresh)) next = fresh;
        else free(fresh);
    }
    atomic_compare_exchange_strong(&q->tail, &tail, word_after(tail, (uint64_t)next));
}

static inline void ubk_advance_head(struct ubk_queue *q, word head) {
    struct ubk_segment *first = ubk_segment_of(head), *next = atomic_load(&first->next);
    word tail = atomic_load(&q->tail);
    if (head != atomic_load(&q->head)) return;
    if (ubk_segment_of(tail) == first) {
        if (!next) return;
        atomic_compare_exchange_strong(&q->tail, &tail, word_after(tail, (uint64_t)next));
    }
    atomic_store(&first->given_up, true);
    atomic_compare_exchange_strong(&q->head, &head, word_after(head, (uint64_t)next));
}

/* Has the value that was put into a slot become part of the queue?  If not, it is not there any more. */
static inline bool ubk_committed(struct ubk_queue *q, struct ubk_segment *segment, _Atomic(word) *slot, word put) {
    if (atomic_load(slot) != put) return true; /* it has even been taken */
    word head = atomic_load(&q->head);
    if (!atomic_load(&segment->given_up)) {
        if (ubk_segment_of(head) != segment) return true;
        if (atomic_compare_exchange_strong(&q->head, &head, word_after(head, word_value(head)))) return true;
    }
    return !atomic_compare_exchange_strong(slot, &put, word_after(put, 0));
}

static inline void ubk_queue_enq(struct ubk_queue *q, long value) {
    for (;;) {
        word tail = atomic_load(&q->tail), content;
        _Atomic(word) *slot = ubk_find(ubk_segment_of(tail), false, &content);
        if (tail != atomic_load(&q->tail)) continue;
        if (!slot) ubk_advance_tail(q, tail);
        else {
            word put = word_after(content, (uint64_t)value);
            if (atomic_compare_exchange_strong(slot, &content, put) &&
                ubk_committed(q, ubk_segment_of(tail), slot, put))
                return;
        }
    }
}

static inline bool ubk_queue_deq(struct ubk_queue *q, long *value) {
    for (;;) {
        word head = atomic_load(&q->head), content;
#ifdef UBK_QUEUE_OLD_TAIL
        word tail = atomic_load(&q->tail);
        _Atomic(word) *slot = ubk_find(ubk_segment_of(head), true, &content);
#else
        _Atomic(word) *slot = ubk_find(ubk_segment_of(head), true, &content);
        word tail = atomic_load(&q->tail);
#endif
        bool alone = ubk_segment_of(head) == ubk_segment_of(tail);
        if (head != atomic_load(&q->head)) continue;
        if (slot) {
            if (alone) ubk_advance_tail(q, tail); /* what comes now goes behind */
            *value = (long)word_value(content);
            if (atomic_compare_exchange_strong(slot, &content, word_after(content, 0))) return true;
        } else if (alone) return false;
        else ubk_advance_head(q, head);
    }
}

#endif
