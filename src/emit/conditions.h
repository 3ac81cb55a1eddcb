/* Necessary conditions on the counters of A_k of a correct object, as formulas of operation counting logic.
 *
 * Each condition follows from linearizability for every k, with values that repeat, with values distinguished only up
 * to classes, and with operations that have not returned; so where one fails, the object is wrong.  For k <= 1 they are
 * also sufficient, with the exceptions in conditions_container.c and conditions_balance.c: A_k that satisfies them is
 * linearizable.
 *
 * All of them come from one thought.  A history of length k is linearizable iff each operation can be given a step of
 * its interval, and each step an order of its operations, so that the object allows the whole.  The operations that
 * have ended in steps 0 to i and returned must take effect there, and all that have begun there, returned or not, can.
 */
#ifndef LC_EMIT_CONDITIONS_H
#define LC_EMIT_CONDITIONS_H

#include "emit/labels.h"

typedef struct lc_condition {
    const char *name; /* words joined by `_` */
    const lc_formula *holds;
    bool extra; /* worth having if it is not too long */
} lc_condition;

typedef struct lc_conditions {
    lc_scope scope;
    LC_VEC(lc_condition) at;
    bool exact; /* together they are sufficient as well */
} lc_conditions;

/* False: out of memory. */
bool lc_conditions_make(lc_conditions *, const lc_emit_labels *, uint32_t k);
void lc_conditions_free(lc_conditions *);

/* ---- for the files that make them ---- */

/* A condition that is being made: all its parts must hold. */
typedef struct lc_making {
    lc_conditions *all;
    const lc_emit_labels *labels;
    int k;
    const char *name;
    bool extra;
    LC_VEC(const lc_formula *) parts;
} lc_making;

void lc_condition_begin(lc_making *, const char *name);
void lc_condition_end(lc_making *);

/* Intervals [from, to] with bounds for both; steps before the first and after the last are allowed. */
typedef struct lc_count_window {
    int from_least, from_most, to_least, to_most;
} lc_count_window;
static inline lc_count_window lc_exactly(int from, int to) { return (lc_count_window){from, from, to, to}; }
static inline lc_count_window lc_inside(int from, int to) { return (lc_count_window){from, to, from, to}; }
static inline lc_count_window lc_touching(int from, int to) { return (lc_count_window){0, to, from, 1 << 16}; }
static inline lc_count_window lc_begun(int step) { return lc_touching(0, step); } /* in this step or before */
static inline lc_count_window lc_ended(int step) { return lc_inside(0, step); }

typedef bool lc_select(const lc_emit_labels *, uint32_t label, uint32_t what);
typedef LC_VEC(lc_count_of) lc_sum;
/* Adds the numbers of all labels that are selected, in a window. */
void lc_sum_add(lc_making *, lc_sum *, lc_select *, uint32_t what, lc_count_window);
/* left + number <= right.  Frees both sums. */
const lc_formula *lc_sum_at_most(lc_making *, lc_sum *left, int64_t number, lc_sum *right);
/* None at all, in a window. */
const lc_formula *lc_none(lc_making *, lc_select *, uint32_t what, lc_count_window);
const lc_formula *lc_either(lc_making *, const lc_formula *, const lc_formula *);
void lc_require(lc_making *, const lc_formula *);

void lc_conditions_container(lc_making *);
void lc_conditions_balance(lc_making *);
void lc_conditions_register(lc_making *);

#endif
