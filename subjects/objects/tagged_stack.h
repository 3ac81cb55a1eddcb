/* Treiber's stack over a fixed array of cells that are used again, with the free ones on a second stack.  Links are
 * numbers of cells, 0 for none; each top carries a version that changes with it, so that a top which was away and came
 * back is not taken for the old one (IBM System/370 Principles of Operation, appendix).
 *
 * Mistake, by macro:
 *     TAGGED_STACK_WITHOUT_TAG  the version stays the same (ABA) */
#ifndef SUBJECTS_TAGGED_STACK_H
#define SUBJECTS_TAGGED_STACK_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "word.h"

enum { TAGGED_STACK_CELLS = 4 };

struct tagged_stack_cell {
    _Atomic(uint64_t) next;
    long value;
};

struct tagged_stack {
    _Atomic(word) top, unused;
    struct tagged_stack_cell cells[TAGGED_STACK_CELLS + 1];
};

static inline word tagged_stack_after(word old, uint64_t cell) {
#ifdef TAGGED_STACK_WITHOUT_TAG
    return word_make(cell, word_version(old));
#else
    return word_after(old, cell);
#endif
}

static inline void tagged_stack_link(struct tagged_stack *s, _Atomic(word) *list, uint64_t cell) {
    word old = atomic_load(list);
    do atomic_store(&s->cells[cell].next, word_value(old));
    while (!atomic_compare_exchange_weak(list, &old, tagged_stack_after(old, cell)));
}

/* The cell, or 0 if there is none. */
static inline uint64_t tagged_stack_unlink(struct tagged_stack *s, _Atomic(word) *list) {
    word old = atomic_load(list);
    while (word_value(old)) {
        uint64_t next = atomic_load(&s->cells[word_value(old)].next);
        if (atomic_compare_exchange_weak(list, &old, tagged_stack_after(old, next))) break;
    }
    return word_value(old);
}

static inline void tagged_stack_init(struct tagged_stack *s) {
    atomic_store(&s->top, 0);
    atomic_store(&s->unused, 0);
    for (uint64_t cell = TAGGED_STACK_CELLS; cell > 0; cell--) tagged_stack_link(s, &s->unused, cell);
}

static inline void tagged_stack_push(struct tagged_stack *s, long value) {
    uint64_t cell = tagged_stack_unlink(s, &s->unused);
    assert(cell); /* there are enough for the tests */
    s->cells[cell].value = value;
    tagged_stack_link(s, &s->top, cell); /* takes effect at its compare-and-swap */
}

static inline bool tagged_stack_pop(struct tagged_stack *s, long *value) {
    uint64_t cell = tagged_stack_unlink(s, &s->top); /* takes effect at its compare-and-swap, or its load if empty */
    if (!cell) return false;
    *value = s->cells[cell].value;
    tagged_stack_link(s, &s->unused, cell);
    return true;
}

#endif
