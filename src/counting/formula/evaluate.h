/* Does a history satisfy a formula?
 *
 * Quantified variables stand for labels that occur.  A label constant that does not occur is counted as 0, and nothing
 * is true of it.
 */
#ifndef LC_COUNTING_FORMULA_EVALUATE_H
#define LC_COUNTING_FORMULA_EVALUATE_H

#include "base/clock.h"
#include "counting/formula/structure.h"

typedef enum lc_truth { LC_FALSE, LC_TRUE, LC_UNKNOWN /* a limit was reached, or memory is out */ } lc_truth;

/* The value of a variable for which a formula was found true. */
typedef struct lc_found_label {
    uint32_t variable, label;
} lc_found_label;
typedef LC_VEC(lc_found_label) lc_instance_found;

/* The counting representation may be that of a shorter history than the scope's length.  `limits` and `found` may be
 * NULL; `found` gets the variables that are quantified by `exists`, in no negation, each once. */
lc_truth lc_evaluate(lc_scope *, const lc_formula *, const lc_counts *, const lc_labels *, const lc_limits *,
                     lc_instance_found *found, lc_budget *);

/* The same in parts, where one formula is evaluated many times. */
typedef struct lc_evaluator lc_evaluator;
lc_evaluator *lc_evaluator_new(lc_scope *, const lc_formula *, lc_budget *); /* NULL: out of memory */
void lc_evaluator_free(lc_evaluator *);
lc_truth lc_evaluator_run(lc_evaluator *, const lc_counts *, const lc_labels *, const lc_limits *,
                          lc_instance_found *found);
/* The elements it needs of each class in a summary (summary.h); 0: there are constants in the formula, and it needs
 * all. */
uint32_t lc_evaluator_copies(const lc_evaluator *);
/* Several formulas of the same length, in one pass over the labels: the number of the first that is true, or of the
 * first of which nothing is known with LC_UNKNOWN. */
lc_truth lc_evaluators_run(lc_evaluator *const *, uint32_t count, const lc_counts *, const lc_labels *,
                           const lc_limits *, lc_instance_found *found, uint32_t *which);

#endif
