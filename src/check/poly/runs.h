/* Runs: operations that come as one stretch in every order (runs.c). */
#ifndef LC_CHECK_POLY_RUNS_H
#define LC_CHECK_POLY_RUNS_H

#include "check/poly/poly.h"

/* An operation of a run.  Operations come by their steps; those of one step in any order. */
typedef struct lc_member {
    uint32_t run, step, op, called, returned;
} lc_member;

typedef struct lc_run_span {
    uint32_t first, last; /* the first return, the last call: events; LC_NEVER and 0: none */
    uint32_t first_op, last_op;
    uint32_t begin; /* its first member */
} lc_run_span;

typedef struct lc_runs {
    LC_VEC(lc_member) members; /* of runs 0, the beginning, to count - 1; in the end by runs and steps */
    lc_run_span *spans;
    uint32_t count;
    LC_VEC(uint32_t) sequence; /* after LC_HOLDS: the beginning, and all runs with a return */

    /* After LC_VIOLATED: `early` returned before `late` was called, though `late` comes first in their run; or, if
     * these are NULL, each of two runs comes before the other one. */
    const lc_member *late, *early;
    uint32_t a, b;
} lc_runs;

static inline bool lc_join_run(lc_poly *p, lc_runs *r, lc_member m) { return lc_push(p->budget, &r->members, m); }

/* LC_HOLDS with the order of all members, LC_VIOLATED or LC_HALTED. */
lc_outcome lc_runs_order(lc_poly *, lc_runs *);
/* Makes the order of all members, the runs in this sequence.  False: out of memory. */
bool lc_runs_list(lc_poly *, const lc_runs *);
void lc_runs_free(lc_poly *, lc_runs *);

#endif
