/* Possible partners as a graph: where one or two operations take a step.
 *
 * Operations that did not return overlap all later ones, and few of them are needed: they are listed apart, and checked
 * only when it matters. */
#ifndef LC_CHECK_SYNC_GRAPH_H
#define LC_CHECK_SYNC_GRAPH_H

#include "check/sync/stateless.h"

typedef struct lc_sync_graph {
    LC_VEC(uint32_t) from;    /* per operation, and the end: where its partners begin in `to` */
    LC_VEC(uint32_t) to;      /* partners that returned, those that return first in front */
    LC_VEC(bool) required;    /* per operation: it returned, and cannot have done so alone */
    LC_VEC(uint32_t) pending; /* operations that did not return and may have met a partner */
    /* Where there are few different operations, the stored fact about any two of them: unknown, no step together, or a
     * step together. */
    LC_VEC(uint32_t) kind; /* per operation; empty: there are too many different ones */
    LC_VEC(uint8_t) known; /* by two kinds */
    uint32_t kinds;
} lc_sync_graph;

/* LC_HOLDS if it is done. */
lc_outcome lc_graph_build(lc_sync_graph *, lc_stateless *);
/* Have the two a step together, if they overlap? */
bool lc_graph_have_a_step(lc_sync_graph *, lc_stateless *, uint32_t i, uint32_t k);
void lc_graph_free(lc_sync_graph *, lc_budget *);

#endif
