/* Büchi automata of temporal formulas.
 *
 * Conditions and marks stand on the edges: a run is accepted if it has infinitely many edges with each of the marks.
 * An edge may be taken at a letter that has all of `yes` and none of `no`.
 */
#ifndef LC_MODEL_LTL_BUCHI_H
#define LC_MODEL_LTL_BUCHI_H

#include "model/ltl/ltl_forms.h"

typedef struct lcm_buchi_edge {
    uint64_t yes, no, marks;
    uint32_t to;
} lcm_buchi_edge;

typedef struct lcm_buchi {
    lc_budget *budget;
    uint32_t state_count;   /* 0: accepts nothing; else state 0 is the first */
    LC_VEC(uint32_t) first; /* edge of each state, and the end */
    LC_VEC(lcm_buchi_edge) edges;
    uint64_t marks; /* all there are */
    uint32_t sure;  /* a state that accepts every continuation; UINT32_MAX: there is none */
    bool too_large; /* the formula: there is no automaton */
} lcm_buchi;

/* The automaton that accepts the runs that satisfy the formula.  `goes_on` is called now and then; when it returns
 * false, or memory is out, the automaton means nothing. */
void lcm_buchi_make(lcm_buchi *, const lcm_forms *, uint32_t form, bool (*goes_on)(void *), void *context, lc_budget *);
void lcm_buchi_free(lcm_buchi *);

/* Smaller, and accepts the same; part of lcm_buchi_make. */
void lcm_buchi_reduce(lcm_buchi *);

#endif
