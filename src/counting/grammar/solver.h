/* Linear arithmetic over the natural numbers, decided by an external solver.
 *
 * Deriving formulas from grammars needs three answers: whether there is a solution, which one, and the assumptions that
 * excluded all of them.  Z3 answers them, behind this header, in one file; a Lince built without it has no solver.
 */
#ifndef LC_COUNTING_GRAMMAR_SOLVER_H
#define LC_COUNTING_GRAMMAR_SOLVER_H

#include "base/clock.h"
#include "counting/grammar/linear.h"

typedef struct lc_solver lc_solver;

typedef enum lc_reply { LC_YES, LC_NO, LC_DONT_KNOW } lc_reply;

/* A row, or its negation. */
typedef struct lc_literal {
    const lc_constraint *row;
    bool negated;
} lc_literal;

bool lc_solver_exists(void); /* was Lince built with one? */

/* Over variables that are natural numbers.  NULL: there is no solver, or memory is out.  The limits, which may be NULL,
 * hold for all checks together. */
lc_solver *lc_solver_new(uint32_t variables, const lc_limits *);
void lc_solver_free(lc_solver *);

/* One of these must hold from now on.  Rows may be shorter than the solver's: the variables they lack count nothing. */
void lc_solver_add(lc_solver *, const lc_literal *, uint32_t count);

/* A number for a literal, to assume it in checks as often as one likes; its row may go. */
uint32_t lc_solver_name(lc_solver *, lc_literal);
/* Is there a solution if all these hold as well? */
lc_reply lc_solver_check(lc_solver *, const uint32_t *assumed, uint32_t count);
/* Of the last solution; a number beyond 64 bits makes the check end with LC_DONT_KNOW. */
int64_t lc_solver_value(const lc_solver *, uint32_t variable);
/* After LC_NO: was this, by its number, among those that excluded all solutions? */
bool lc_solver_blamed(const lc_solver *, uint32_t name);

#endif
