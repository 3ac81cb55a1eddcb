/* Shared by the parts of the search for a run that breaks a formula. */
#ifndef LC_MODEL_LTL_LTL_SEARCH_H
#define LC_MODEL_LTL_LTL_SEARCH_H

#include "model/ltl/ltl.h"
#include "model/ltl/ltl_product.h"

typedef struct lcm_ltl_search {
    lcm_explored explored;
    lcm_product product;
    lcm_fairness fairness;
    bool nearest; /* nodes are numbered by their distance from the start: of all that are known the nearest is wanted */
    LC_VEC(uint32_t) order;
    LC_VEC(uint32_t) region; /* to which part of the product each node belongs; 0: to none in particular */
    LC_VEC(uint32_t) taken;  /* with global fairness, of each step: the region in which it was met last */
    uint32_t region_count;
    uint64_t
        distinct; /* processes with a bit of their own: of those that share one each may be disabled now and then */
    LC_VEC(uint32_t) found; /* nodes that can be gone round so that the run is accepted and fair; empty: none known */
} lcm_ltl_search;

/* Room for the data of each node; false: memory is out. */
bool lcm_ltl_room(lcm_ltl_search *);
/* Fills in `found`: the nearest component of the explored product; or, exploring further, the first that is met. */
void lcm_ltl_components(lcm_ltl_search *);

/* The run into `found` and round it.  False: memory is out. */
bool lcm_ltl_reconstruct_lasso(lcm_ltl_search *, lcm_finding *);
/* The shortest explored run to a node or (UINT32_MAX) to a state. */
bool lcm_ltl_reconstruct_path(lcm_ltl_search *, uint32_t node, uint32_t state, lcm_finding *);

/* Is a set of edges fair that is gone round again and again?  `some`: the processes that can take a step in one of its
 * states; `every`: in all of them; `moved`: those that do. */
static inline uint64_t lcm_ltl_neglected(const lcm_ltl_search *s, uint64_t some, uint64_t every, uint64_t moved) {
    return (lcm_is_strong(s->fairness) ? some : lcm_is_weak(s->fairness) ? every & s->distinct : 0) & ~moved;
}

#endif
