/* A shortest run that ends where something is refused that could have happened after the same visible steps. */
#ifndef LC_MODEL_DIVERGENCE_REFUSAL_H
#define LC_MODEL_DIVERGENCE_REFUSAL_H

#include "model/search/explored.h"

/* Of a system that was explored whole and has such a run.  False: that would take too long, or too much memory; nothing
 * is changed then. */
bool lcm_shortest_refusal(lcm_explored *, lcm_finding *);

#endif
