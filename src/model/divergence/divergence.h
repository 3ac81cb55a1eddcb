/* Runs of hidden steps that do not end: shared by the searches for divergence. */
#ifndef LC_MODEL_DIVERGENCE_DIVERGENCE_H
#define LC_MODEL_DIVERGENCE_DIVERGENCE_H

#include "model/search/explored.h"

/* Explores all of a system, and reports a loop of hidden steps if there is one.  Was all of it explored without finding
 * one?  Otherwise the finding is complete. */
bool lcm_no_divergence(lcm_explored *, lcm_finding *);

/* Reports a loop of hidden steps: the nearest, if that is not hard to find, else the one through this state.  False:
 * memory is out. */
bool lcm_reconstruct_divergence(lcm_explored *, uint32_t state, lcm_finding *);

#endif
