/* The k-stack of T. A. Henzinger, C. M. Kirsch, H. Payer, A. Sezgin and A. Sokolova (POPL 2013): a stack of segments of
 * K slots.  Values are put into any free slot of the top segment and taken from any filled one.
 *
 * A thread that wants to remove an empty segment announces it in `leaving` and looks once more.  A push that finds the
 * announcement makes the removal fail by changing the version of the top, or takes its value back.  Segments are not
 * given back.  Mistake, by macro:
 *     K_STACK_READS_TWICE  push reads `leaving` twice, as the Scal suite did: if it goes back to 0 in between, push
 *                          starts over without having taken its value back, and the value is there twice */
#ifndef SUBJECTS_K_STACK_H
#define SUBJECTS_K_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "pick.h"
#include "word.h"

#ifndef K_STACK_K
#define K_STACK_K 2
#endif

struct k_segment {
    _Atomic(word) slots[K_STACK_K]; /* 0: free */
    atomic_int leaving;
    struct k_segment *below;
};

struct k_stack {
    _Atomic(word) top;
};

static inline struct k_segment *k_segment_of(word w) { return (struct k_segment *)word_value(w); }

static inline void k_stack_init(struct k_stack *s) {
    atomic_store(&s->top, word_make((uint64_t)calloc(1, sizeof(struct k_segment)), 0));
}

/* A slot that is filled, or that is not, and what is in it; NULL if there is none. */
static inline _Atomic(word) *k_find(struct k_segment *segment, bool filled, word *content) {
    for (int i = 0, first = pick(K_STACK_K); i < K_STACK_K; i++) {
        _Atomic(word) *slot = &segment->slots[(first + i) % K_STACK_K];
        *content = atomic_load(slot);
        if ((word_value(*content) != 0) == filled) return slot;
    }
    return NULL;
}

/* Was there a moment at which no slot was filled?  Nothing has changed if the versions are the same twice. */
static inline bool k_is_empty(struct k_segment *segment) {
    word seen[K_STACK_K];
    for (int i = 0; i < K_STACK_K; i++)
        if (word_value(seen[i] = atomic_load(&segment->slots[i]))) return false;
    for (int i = 0; i < K_STACK_K; i++)
        if (atomic_load(&segment->slots[i]) != seen[i]) return false;
    return true;
}

/* Makes the removal of the segment fail, or takes the value back; false if it is not there any more. */
static inline bool k_insist(struct k_stack *s, struct k_segment *segment, _Atomic(word) *slot, word put) {
    word top = atomic_load(&s->top);
    if (k_segment_of(top) == segment && atomic_compare_exchange_strong(&s->top, &top, word_after(top, word_value(top))))
        return true;
    return !atomic_compare_exchange_strong(slot, &put, word_after(put, 0));
}

/* Has the value that was put into a slot become part of the stack? */
static inline bool k_committed(struct k_stack *s, struct k_segment *segment, _Atomic(word) *slot, word put) {
    if (atomic_load(slot) != put) return true; /* it has even been taken */
#ifdef K_STACK_READS_TWICE
    if (atomic_load(&segment->leaving) == 0) return true;
    else if (atomic_load(&segment->leaving) >= 1) return k_insist(s, segment, slot, put);
    return false;
#else
    return atomic_load(&segment->leaving) == 0 || k_insist(s, segment, slot, put);
#endif
}

static inline void k_stack_push(struct k_stack *s, long value) {
    for (;;) {
        word top = atomic_load(&s->top), content;
        struct k_segment *segment = k_segment_of(top);
        _Atomic(word) *slot = k_find(segment, false, &content);
        if (top != atomic_load(&s->top)) continue;
        if (slot) {
            word put = word_after(content, (uint64_t)value);
            if (atomic_compare_exchange_strong(slot, &content, put) && k_committed(s, segment, slot, put)) return;
        } else {
            /* A new segment holds the value from the start: an empty one would be removed again at once. */
            struct k_segment *fresh = calloc(1, sizeof *fresh);
            atomic_init(&fresh->slots[0], word_make((uint64_t)value, 0));
            fresh->below = segment;
            if (atomic_compare_exchange_strong(&s->top, &top, word_after(top, (uint64_t)fresh))) return;
            free(fresh);
        }
    }
}

static inline void k_remove(struct k_stack *s, word top) {
    struct k_segment *segment = k_segment_of(top);
    atomic_fetch_add(&segment->leaving, 1);
    if (k_is_empty(segment) && atomic_compare_exchange_strong(&s->top, &top, word_after(top, (uint64_t)segment->below)))
        return;
    atomic_fetch_sub(&segment->leaving, 1);
}

static inline bool k_stack_pop(struct k_stack *s, long *value) {
    for (;;) {
        word top = atomic_load(&s->top), content;
        struct k_segment *segment = k_segment_of(top);
        _Atomic(word) *slot = k_find(segment, true, &content);
        if (top != atomic_load(&s->top)) continue;
        if (slot) {
            *value = (long)word_value(content);
            if (atomic_compare_exchange_strong(slot, &content, word_after(content, 0))) return true;
        } else if (segment->below) k_remove(s, top);
        else if (k_is_empty(segment) && top == atomic_load(&s->top)) return false;
    }
}

#endif
