/* Formulas that hold of violations only, for any length: the families Psi of the paper.
 *
 * A family that holds of A_k of a history means that the history is not linearizable, for any pending operations, any
 * repetition of values, and also where several values have one label.  The converse is false: a history in which no
 * family holds may be wrong all the same.
 */
#ifndef LC_COUNTING_FORMULA_FAMILIES_H
#define LC_COUNTING_FORMULA_FAMILIES_H

#include "base/clock.h"
#include "counting/formula/formula.h"
#include "spec/spec.h"

typedef struct lc_family {
    const char *name;    /* `Psi_rv` */
    const char *meaning; /* the violation where it holds: "an element was removed …" */
    const char *text;    /* in the language of parse.h; NULL: `make` makes it, or gives the reason why it cannot */
    lince_status (*make)(const lc_formula **, lc_scope *, const lc_instance *, const lc_limits *, lince_error *);
} lc_family;

/* The families of an object, by their cost; NULL: there are none. */
const lc_family *const *lc_families_of(const lc_instance *, uint32_t *count);

/* For the length of the scope.  LINCE_STOPPED: a limit was reached; `limits` may be NULL. */
lince_status lc_family_formula(const lc_formula **, const lc_family *, lc_scope *, const lc_instance *,
                               const lc_limits *limits, lince_error *);

#endif
