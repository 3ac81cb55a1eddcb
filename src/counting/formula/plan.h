/* How a formula is to be evaluated.
 *
 * Quantifiers in a row over a conjunction are a join.  Variables that no conjunct ties together are looked for apart
 * from each other.  The rest are bound one after another, those first that are about the same element as one that is
 * bound already, because then there are few to choose from; and each conjunct is evaluated as soon as all its variables
 * are bound.  A quantifier before a disjunction is as many as there are disjuncts.
 */
#ifndef LC_COUNTING_FORMULA_PLAN_H
#define LC_COUNTING_FORMULA_PLAN_H

#include "counting/formula/formula.h"

typedef struct lc_plan lc_plan;

/* Bind a variable, then evaluate the conjuncts. */
typedef struct lc_plan_step {
    uint32_t variable;
    bool anchored; /* it is about the same element as `anchor` */
    lc_subject anchor;
    const lc_plan **checks;
    uint32_t check_count;
} lc_plan_step;

/* Steps that depend on each other. */
typedef struct lc_plan_chain {
    lc_plan_step *steps;
    uint32_t count;
} lc_plan_chain;

struct lc_plan {
    const lc_formula *formula; /* the formula to evaluate, unless it is a join; AND, OR and NOT are about `of` */
    lc_formula_kind kind;      /* LC_F_EXISTS: a join */
    const lc_plan **of;        /* of a join: conjuncts about none of its variables */
    uint32_t count;
    lc_plan_chain *chains;
    uint32_t chain_count;
};

/* In the arena of the scope.  NULL: out of memory. */
const lc_plan *lc_plan_make(lc_scope *, const lc_formula *);

#endif
