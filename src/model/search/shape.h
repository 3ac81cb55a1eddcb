/* Which words of a state should meet where in the tree (tree.h).
 *
 * Words that depend on each other have few different values together; where they share a node there are few nodes.  So
 * words, and then groups of them, are joined greedily, those first that have the fewest values together in a sample of
 * states.
 */
#ifndef LC_MODEL_SEARCH_SHAPE_H
#define LC_MODEL_SEARCH_SHAPE_H

#include "model/search/tree.h"

/* A sample: `count` states of `words` words. */
typedef struct lcm_sample {
    const uint32_t *states;
    uint32_t words, count;
} lcm_sample;

/* A plan of words - 1 nodes, and how many nodes the sample has below its roots: with that plan, and with `plan` as it
 * was before.  False: out of memory, and the plan is as it was. */
bool lcm_shape(lcm_sample, lcm_tree_node *plan, double *cost, double *cost_before, lc_budget *);
/* The memory that it takes. */
size_t lcm_shape_bytes(uint32_t words, uint32_t count);

#endif
