/* The product of a system and an automaton.
 *
 * A node is a state of the system and the state the automaton is in after it has read the letters up to and including
 * that state's.  Nodes come into being as they are met.  Where a run of the system ends, because it has terminated or
 * is stuck, its last state is repeated forever, and in these repetitions no event happens: so `[]<>a` is false of a run
 * that ends, even with a.
 */
#ifndef LC_MODEL_LTL_LTL_PRODUCT_H
#define LC_MODEL_LTL_LTL_PRODUCT_H

#include "model/ltl/buchi.h"
#include "model/search/explored.h"

#define LCM_STUTTER UINT32_MAX

typedef struct lcm_node {
    uint32_t state, automaton;
} lcm_node;

typedef struct lcm_product {
    lcm_explored *explored;
    const lcm_buchi *automaton;
    const lcm_forms *forms;
    LC_VEC(uint32_t) table; /* the number + 1 by state and automaton's state, if the automaton is small; else: */
    lc_map64 numbers;
    LC_VEC(lcm_node) nodes; /* the first `start_count` begin the runs */
    uint32_t start_count;
} lcm_product;

/* An edge between nodes. */
typedef struct lcm_arc {
    uint32_t to;
    uint32_t step; /* among those of the state, or LCM_STUTTER */
    uint64_t marks, actors;
} lcm_arc;

/* Where one is among the edges of a node. */
typedef struct lcm_cursor {
    uint32_t node, step, edge;
} lcm_cursor;

void lcm_product_init(lcm_product *, lcm_explored *, const lcm_buchi *, const lcm_forms *);
void lcm_product_free(lcm_product *);

/* The next edge of the node.  `grow`: nodes not met before are added; the state must have been visited.  Otherwise
 * edges to such nodes are left out, and a state that was not visited has none. */
bool lcm_product_next(lcm_product *, lcm_cursor *, bool grow, lcm_arc *);

static inline uint64_t lcm_product_enabled(const lcm_product *p, uint32_t node) {
    return lcm_explored_enabled(p->explored, p->nodes.at[node].state);
}

#endif
