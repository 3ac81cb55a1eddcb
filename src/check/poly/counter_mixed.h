/* Counters that go up and down, by any amount: parts of the decider of counter_mixed.c. */
#ifndef LC_CHECK_POLY_COUNTER_MIXED_H
#define LC_CHECK_POLY_COUNTER_MIXED_H

#include "check/poly/poly.h"

typedef enum lc_count_deed { LC_COUNT_CHANGE, LC_COUNT_FETCH, LC_COUNT_GET } lc_count_deed;

/* An operation; pending gets are left out, and a pending fetch_add is a mere change. */
typedef struct lc_count_op {
    uint32_t op, called, returned; /* events; LC_NEVER: pending */
    lc_count_deed deed;
    int64_t by, found; /* how far it moves the counter, and where a fetch_add or get found it */
} lc_count_op;

typedef struct lc_tally {
    lc_poly *p;
    const lc_part *part;
    LC_VEC(lc_count_op) ops; /* in the order of their calls; notes are places here, LC_NEVER for pending gets */
    uint32_t width;          /* the most of them that are open at once */
} lc_tally;

/* LC_HOLDS with an order, LC_UNDECIDED or LC_HALTED (counter_walk.c). */
lc_outcome lc_count_walk(lc_tally *);

#endif
