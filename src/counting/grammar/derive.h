/* From a kernel to its operation counting formula, in two stages.
 *
 * Cases: as long as there is a history of the kernel that no case covers, its derivation determines the visited nodes;
 * the constraints with these nodes are projected to the counters.  Their disjunction is exact.
 *
 * Clauses: as long as a history satisfies all clauses and is in no case, its violated constraints are put into a
 * clause, as few as exclude it.  Their conjunction is equivalent to the cases, but each part of it is satisfied by
 * every history of the kernel, and its failure is a reason.
 */
#ifndef LC_COUNTING_GRAMMAR_DERIVE_H
#define LC_COUNTING_GRAMMAR_DERIVE_H

#include "counting/grammar/counts.h"
#include "counting/grammar/solver.h"

/* An atom, or its negation, by its number in the list of all. */
typedef struct lc_atom {
    uint32_t number;
    bool negated;
} lc_atom;
typedef LC_VEC(lc_atom) lc_atoms;

/* A solution: the value of each variable, which nodes are visited, and the rules by which they are reached. */
typedef struct lc_found {
    int64_t *values;
    bool *visited, *needed;
} lc_found;

typedef struct lc_derivation {
    lc_budget *budget;
    lc_arena arena;
    const lc_limits *limits;
    lc_count_space space;
    lc_steps steps;
    lc_linear all;                /* the constraints, but for reachability */
    lc_solver *belongs;           /* them, and as much of reachability as was needed so far */
    lc_solver *uncovered;         /* likewise, and outside all cases */
    LC_VEC(lc_constraint *) rows; /* atoms, over the counters */
    LC_VEC(lc_atoms) cases;       /* conjunctions */
    LC_VEC(lc_atoms) clauses;     /* disjunctions */
    lc_found found, tried;        /* the last solution, and one that may turn out to be none */
} lc_derivation;

/* False: out of memory, out of time, or too large.  To be freed in any case. */
bool lc_derivation_init(lc_derivation *, const lc_grammar *, uint32_t length, const lc_limits *, lc_budget *);
void lc_derivation_free(lc_derivation *);

/* Is there a history with a derivation if all these hold?  If so, `found` is set. */
lc_reply lc_derivation_check(lc_derivation *, lc_solver *, const uint32_t *assumed, uint32_t count);
/* The number of an atom that is equivalent to the row; UINT32_MAX: out of memory.  Rows become the derivation's own. */
bool lc_derivation_atom(lc_derivation *, const lc_constraint *, lc_atom *);
lc_literal lc_derivation_literal(const lc_derivation *, lc_atom, bool negated);

bool lc_derive_cases(lc_derivation *);
bool lc_derive_clauses(lc_derivation *);
bool lc_simplify_clauses(lc_derivation *); /* the last part of it */

/* Points that are stored because one of them often saves a call of the solver. */
typedef struct lc_points {
    uint32_t width, count, next;
    int64_t *at;
} lc_points;
enum { LC_MOST_POINTS = 256 };
bool lc_points_init(lc_points *, lc_arena *, uint32_t width);
void lc_points_add(lc_points *, const lc_solver *);
static inline const int64_t *lc_point(const lc_points *p, uint32_t i) { return p->at + (size_t)i * p->width; }

/* Drops rows that follow from the rest. */
typedef struct lc_implication {
    const lc_limits *limits;
    lc_points points;
} lc_implication;
void lc_drop_implied(lc_linear *, void *implication);

/* As a formula: the common properties of histories that break a clause. */
const lc_formula *lc_derivation_formula(const lc_derivation *, lc_scope *);

#endif
