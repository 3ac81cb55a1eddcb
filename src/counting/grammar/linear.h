/* Linear constraints over natural numbers, and their projection to some of the variables.
 *
 * Fourier and Motzkin's elimination where it is exact for integers, which it is as long as coefficients are one.  Where
 * it is not, Cooper's choice: the variable is set to one of its lower bounds and a remainder, which a given solution
 * determines.  The result then covers that solution, not all of them; a caller that needs all calls again with a
 * solution outside.
 */
#ifndef LC_COUNTING_GRAMMAR_LINEAR_H
#define LC_COUNTING_GRAMMAR_LINEAR_H

#include "base/vec.h"

typedef enum lc_constraint_kind {
    LC_ROW_AT_LEAST, /* sum + constant >= 0 */
    LC_ROW_ZERO,     /* sum + constant = 0 */
    LC_ROW_DIVIDES   /* modulus divides sum + constant */
} lc_constraint_kind;

typedef struct lc_constraint {
    lc_constraint_kind kind;
    uint32_t width;  /* number of its variables */
    int64_t modulus; /* of LC_ROW_DIVIDES, above one */
    int64_t constant;
    int64_t *at; /* a coefficient for each variable */
} lc_constraint;
typedef LC_VEC(lc_constraint *) lc_rows;

/* A conjunction of rows over variables that are natural numbers. */
typedef struct lc_linear {
    lc_arena arena;
    lc_budget *budget;
    uint32_t width;
    lc_rows rows;
    bool failed; /* numbers became too large, or memory ran out: it means nothing any more */
} lc_linear;

void lc_linear_init(lc_linear *, uint32_t width, lc_budget *);
void lc_linear_free(lc_linear *);
/* A new row, all zero; NULL: out of memory, and `failed` is set. */
lc_constraint *lc_linear_add(lc_linear *, lc_constraint_kind);

/* The value of sum + constant, and whether the row holds; numbers are the caller's to keep small. */
int64_t lc_constraint_value(const lc_constraint *, const int64_t *values);
bool lc_constraint_holds(const lc_constraint *, const int64_t *values);
bool lc_constraint_equal(const lc_constraint *, const lc_constraint *);
lc_constraint *lc_constraint_copy(lc_arena *, const lc_constraint *,
                                  uint32_t width); /* the rest of the coefficients are zero or dropped */
/* Divides by the common divisor of all coefficients.  False: it holds for all natural numbers and can go. */
bool lc_constraint_tidy(lc_constraint *);

/* Drops rows that follow from one other row, or from being natural numbers. */
void lc_linear_tidy(lc_linear *);

/* Drops rows that follow from the rest together, as `context` decides. */
typedef void lc_reduce(lc_linear *, void *context);

/* Removes all variables from `first` on: the result is true for the solution `values`, and for no point at which the
 * constraints were false for all choices of those variables.  `exact`: of all that was true for some. */
void lc_linear_project(lc_linear *, uint32_t first, const int64_t *values, lc_reduce *, void *context, bool *exact);

#endif
