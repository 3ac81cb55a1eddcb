/* The reason of a violation, as a formula and the labels of its variables. */
#ifndef LC_COUNTING_FORMULA_EXPLAIN_H
#define LC_COUNTING_FORMULA_EXPLAIN_H

#include "counting/formula/evaluate.h"
#include "counting/formula/families.h"

/* The first family of the object that sees something wrong in the counting representation of A_k of its history, and
 * where: "Psi_fv: x1 = enq(1), y2 = deq() => 2, with enq(2): an element was removed before …".  False: none does, or a
 * limit was reached; then nothing is written.  `limits` and `which` may be NULL. */
bool lc_formula_explain(lince_text *, const lc_instance *, uint32_t k, const lc_counts *, const lc_labels *,
                        const lc_limits *limits, const lc_family **which, lc_budget *);

/* The same for one object of a bound history, as it was after so many of the history's events. */
bool lc_formula_explain_prefix(lince_text *, lc_binding *, uint32_t object, uint32_t events, uint32_t k,
                               const lc_limits *limits);

/* "x1 = enq(1), y2 = deq() => 2, with enq(2)": the labels found, and further labels of the same elements. */
void lc_instance_print(lince_text *, const lc_scope *, const lc_instance_found *, const lc_counts *, const lc_labels *);

#endif
