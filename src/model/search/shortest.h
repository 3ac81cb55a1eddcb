/* Shortest counterexamples.
 *
 * Where orders of steps are left out, the shortest run may be among them: the one found is short, but perhaps not as
 * short as can be.  So it is searched for once more with all orders, as long as there are not many more pairs to look
 * at than it took to find the first: it is not time nor memory that counts, for the answer must not depend on the
 * machine, nor on how many share the work.
 */
#ifndef LC_MODEL_SEARCH_SHORTEST_H
#define LC_MODEL_SEARCH_SHORTEST_H

#include "model/compile/system.h"
#include "model/finding.h"

typedef void lcm_run_query(void *context, const lcm_search_limits *, lcm_finding *);

/* `finding` came from `ask` about the system, which drew on a budget.  If a shorter run is found it takes the place of
 * the old one; the figures stay those of the first search. */
void lcm_find_shortest(lcm_system *, lcm_run_query *, void *context, const lcm_search_limits *, lcm_finding *);

#endif
