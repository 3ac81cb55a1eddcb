/* Breadth-first search of the explored part of a system: shortest runs. */
#ifndef LC_MODEL_SEARCH_BREADTH_H
#define LC_MODEL_SEARCH_BREADTH_H

#include "model/search/explored.h"

typedef struct lcm_breadth {
    lcm_explored *explored;
    LC_VEC(uint32_t) from;  /* for each state the one before; UINT32_MAX: not reached, or where it began */
    LC_VEC(uint32_t) step;  /* and which of its steps it was */
    LC_VEC(uint32_t) queue; /* states in the order they were reached */
    LC_VEC(bool) reached;
} lcm_breadth;

void lcm_breadth_init(lcm_breadth *, lcm_explored *);
void lcm_breadth_free(lcm_breadth *);
/* Begins at a state.  Steps of a state are followed by lcm_breadth_step, each to a state that has been reached or is
 * now at the end of the queue.  False: memory is out. */
bool lcm_breadth_begin(lcm_breadth *, uint32_t state);
bool lcm_breadth_step(lcm_breadth *, uint32_t from, uint32_t step);
/* Appends the run to a state, without the first state, to a path that has got to where this search began. */
void lcm_breadth_reconstruct(lcm_breadth *, uint32_t state, lcm_path *);

#endif
