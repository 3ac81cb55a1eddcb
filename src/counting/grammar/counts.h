/* The counters of a history, and the linear constraints that they satisfy iff it belongs to a kernel.
 *
 * The counters: of each letter and interval, how many operations have returned; and of each kind of pending operations,
 * how many were called in each step.  Pending operations are of one kind if they may become the same letters.
 *
 * A history belongs to the kernel iff its operations, and some of the pending ones with some results, can be put into
 * steps within their intervals such that a word of the kernel has these letters in these steps (any order within a step
 * will do, and concurrent operations allow any).  By Hall's theorem, operations of one letter can be put into steps
 * that have places for them iff for each interval there are not more operations inside it than places, and as many in
 * all: intervals of an order are enough.  Pending operations never end, so for each step there must not be more places
 * up to it than operations called up to it.  That leaves as unknowns: `done`, how many returned operations of a letter
 * are in a step; `filled`, how many pending ones of a kind are a letter in a step; `used`, how often a rule is
 * (steps.h).
 */
#ifndef LC_COUNTING_GRAMMAR_COUNTS_H
#define LC_COUNTING_GRAMMAR_COUNTS_H

#include "counting/grammar/linear.h"
#include "counting/grammar/steps.h"

typedef struct lc_pending_kind {
    uint64_t letters; /* which it may become, a set */
    uint64_t labels;  /* labels whose method and arguments it has, a set */
} lc_pending_kind;

typedef struct lc_count_space {
    const lc_grammar *grammar;
    uint32_t length, intervals; /* how many there are */
    lc_pending_kind kinds[LC_MOST_LABELS];
    uint32_t kind_count;
    uint32_t counters;                                    /* the variables before the unknowns */
    uint32_t first_done, first_filled, first_used, width; /* where the unknowns begin, and end */
} lc_count_space;

void lc_count_space_init(lc_count_space *, const lc_grammar *, uint32_t length, uint32_t rules);

static inline uint32_t lc_interval_number(const lc_count_space *c, uint32_t from, uint32_t to) {
    return from * (c->length + 1) - from * (from + 1) / 2 + to;
}
static inline uint32_t lc_returned_counter(const lc_count_space *c, uint32_t letter, uint32_t from, uint32_t to) {
    return letter * c->intervals + lc_interval_number(c, from, to);
}
static inline uint32_t lc_pending_counter(const lc_count_space *c, uint32_t kind, uint32_t from) {
    return c->grammar->letter_count * c->intervals + kind * (c->length + 1) + from;
}
static inline uint32_t lc_used(const lc_count_space *c, uint32_t rule) { return c->first_used + rule; }

/* Adds all constraints but for reachability. */
void lc_count_constraints(const lc_count_space *, const lc_steps *, lc_linear *);

#endif
