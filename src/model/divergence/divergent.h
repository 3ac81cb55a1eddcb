/* A transition system that shows where it can go on forever unseen.
 *
 * Refusals are a property of stable states, and a state in a loop of hidden steps is not stable.  Here such a state has
 * one more hidden step, to a state from which nothing goes on: running in circles refuses everything, like being stuck.
 * A state that may refuse everything may then also diverge, as progress is defined (Definition 9 of the synchronization
 * paper); in failures and divergences it could not.
 */
#ifndef LC_MODEL_DIVERGENCE_DIVERGENT_H
#define LC_MODEL_DIVERGENCE_DIVERGENT_H

#include "model/finding.h"

typedef struct lcm_divergent lcm_divergent;

lcm_divergent *lcm_divergent_make(const lcm_lts *, lc_budget *); /* NULL: out of memory */
void lcm_divergent_free(lcm_divergent *);
const lcm_lts *lcm_divergent_lts(const lcm_divergent *);
/* Makes of a run of this system a run of the one below.  If it ended by running in circles, then so does the new one,
 * and the reason is LCM_R_DIVERGENCE. */
void lcm_divergent_translate(lcm_divergent *, lcm_finding *);

#endif
