/* The bounded k-FIFO queue of C. M. Kirsch, M. Lippautz and H. Payer (PaCT 2013): as ubk_queue.h, but the segments are
 * parts of one array and are used in turn.  `enq` returns false when there is no room. */
#ifndef SUBJECTS_BK_QUEUE_H
#define SUBJECTS_BK_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "pick.h"
#include "word.h"

#ifndef BK_QUEUE_K
#define BK_QUEUE_K 2
#endif
#ifndef BK_QUEUE_SEGMENTS
#define BK_QUEUE_SEGMENTS 4
#endif

struct bk_queue {
    _Atomic(word) head, tail; /* numbers of segments */
    _Atomic(word) slots[BK_QUEUE_SEGMENTS][BK_QUEUE_K];
};

static inline void bk_queue_init(struct bk_queue *q) {
    atomic_store(&q->head, 0);
    atomic_store(&q->tail, 0);
    for (int i = 0; i < BK_QUEUE_SEGMENTS; i++)
        for (int j = 0; j < BK_QUEUE_K; j++) atomic_store(&q->slots[i][j], 0);
}

/* A slot that is filled, or that is not, and what is in it; NULL if there is none. */
static inline _Atomic(word) *bk_find(struct bk_queue *q, word segment, bool filled, word *content) {
    for (int i = 0, first = pick(BK_QUEUE_K); i < BK_QUEUE_K; i++) {
        _Atomic(word) *slot = &q->slots[word_value(segment)][(first + i) % BK_QUEUE_K];
        *content = atomic_load(slot);
        if ((word_value(*content) != 0) == filled) return slot;
    }
    return NULL;
}

static inline void bk_advance(_Atomic(word) *end, word old) {
    atomic_compare_exchange_strong(end, &old, word_after(old, (word_value(old) + 1) % BK_QUEUE_SEGMENTS));
}

/* How far a segment is behind another, going round. */
static inline uint64_t bk_distance(word from, word to) {
    return (word_value(to) + BK_QUEUE_SEGMENTS - word_value(from)) % BK_QUEUE_SEGMENTS;
}

/* Has the value that was put into a slot become part of the queue?  If not, it is not there any more. */
static inline bool bk_committed(struct bk_queue *q, word segment, _Atomic(word) *slot, word put) {
    if (atomic_load(slot) != put) return true; /* it has even been taken */
    word head = atomic_load(&q->head), tail = atomic_load(&q->tail);
    uint64_t place = bk_distance(head, segment);
    if (place > 0 && place <= bk_distance(head, tail)) return true;
    if (place == 0 && atomic_compare_exchange_strong(&q->head, &head, word_after(head, word_value(head)))) return true;
    return !atomic_compare_exchange_strong(slot, &put, word_after(put, 0));
}

static inline bool bk_queue_enq(struct bk_queue *q, long value) {
    for (;;) {
        word tail = atomic_load(&q->tail), head = atomic_load(&q->head), content;
        _Atomic(word) *slot = bk_find(q, tail, false, &content);
        if (tail != atomic_load(&q->tail)) continue;
        if (slot) {
            word put = word_after(content, (uint64_t)value);
            if (atomic_compare_exchange_strong(slot, &content, put) && bk_committed(q, tail, slot, put)) return true;
            continue;
        }
        if (bk_distance(head, tail) == BK_QUEUE_SEGMENTS - 1) { /* the next segment is the first */
            if (bk_find(q, head, true, &content) && head == atomic_load(&q->head)) return false;
            bk_advance(&q->head, head);
        }
        bk_advance(&q->tail, tail);
    }
}

static inline bool bk_queue_deq(struct bk_queue *q, long *value) {
    for (;;) {
        word head = atomic_load(&q->head), content;
        _Atomic(word) *slot = bk_find(q, head, true, &content);
        word tail = atomic_load(&q->tail);
        bool alone = word_value(head) == word_value(tail);
        if (head != atomic_load(&q->head)) continue;
        if (slot) {
            if (alone) bk_advance(&q->tail, tail); /* what comes now goes behind */
            *value = (long)word_value(content);
            if (atomic_compare_exchange_strong(slot, &content, word_after(content, 0))) return true;
        } else if (alone) return false;
        else bk_advance(&q->head, head);
    }
}

#endif
