/* Hidden variables as PAT reads them: a system over another one, whose states are equal if they differ in `hvar`s only.
 *
 * PAT leaves hidden variables out of the identity of a state (Valuation.GetID), so of the states that differ only there
 * it goes on with the one that it finds first.  What the others could do is not looked at: verdicts depend on the order
 * of the search and may be wrong, which is why this is an option.  Here the order is breadth first, in one thread.
 *
 * A state of this system is one of the other with the hidden variables at their lowest values; what they are is looked
 * up in a table that grows as states are met. */
#ifndef LC_MODEL_RUN_HIDDEN_H
#define LC_MODEL_RUN_HIDDEN_H

#include "model/compile/system.h"

typedef struct lcm_hidden lcm_hidden;

bool lcm_hides_variables(const lcm_model *);
lcm_hidden *lcm_hidden_make(const lcm_system *, lc_budget *); /* NULL when memory is out */
void lcm_hidden_free(lcm_hidden *, lc_budget *);
const lcm_lts *lcm_hidden_lts(const lcm_hidden *);

#endif
