/* Can a state go on forever by hidden steps?  Negative answers are stored, for one thread. */
#ifndef LC_MODEL_DIVERGENCE_DIVERGE_H
#define LC_MODEL_DIVERGENCE_DIVERGE_H

#include "base/meter.h"
#include "model/finding.h"
#include "model/search/store.h"

typedef struct lcm_diverge_frame {
    uint32_t state, next, end; /* which of the hidden successors are still to be visited */
} lcm_diverge_frame;

typedef struct lcm_diverge {
    lc_budget *budget;
    lc_meter meter;
    lcm_store store;
    LC_VEC(uint8_t) colours;
    LC_VEC(lcm_diverge_frame) frames;
    LC_VEC(uint32_t) successors;
    lcm_moves moves;
    uint32_t *words;
} lcm_diverge;

bool lcm_diverge_init(lcm_diverge *, const lcm_lts *, const lcm_search_limits *, lc_budget *);
void lcm_diverge_free(lcm_diverge *);
/* False also when a limit was reached. */
bool lcm_diverges(lcm_diverge *, lcm_walker *, const uint32_t *state);
/* Goes on from the last state of a path, which diverges, to the nearest state that comes back to itself by hidden
 * steps, and round once.  On no budget, like all findings. */
bool lcm_diverge_show(lcm_walker *, lcm_path *);

#endif
