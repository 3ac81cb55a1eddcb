/* The strongly connected components of a graph that cannot be left. */
#ifndef LC_TARGET_EXPLORE_COMPONENTS_H
#define LC_TARGET_EXPLORE_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LCT_EDGE_MARK ((uint32_t)1 << 31)

/* Its nodes are numbered from 1 on. */
typedef struct lct_state_graph {
    uint32_t count;
    const uint32_t *first; /* of each node, and of one more: where its edges start, */
    const uint32_t *edges; /* with their targets, LCT_EDGE_MARK aside */
    const bool *ends;      /* components that can end there need not be visited */
} lct_state_graph;

/* Those in which there is no end: the smallest node of each, in `found`, which has room for all, marked if an edge in
 * it is.  Returns how many; `memory` has room for lct_components_room bytes. */
uint32_t lct_components_without_end(const lct_state_graph *, uint32_t *found, void *memory);
uint64_t lct_components_room(uint32_t count);

#endif
