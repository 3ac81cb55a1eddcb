/* Who can have met whom, as a graph: where one or two operations take a step. */
#ifndef LC_CHECK_SYNC_GRAPH_H
#define LC_CHECK_SYNC_GRAPH_H

#include "check/sync/stateless.h"

typedef struct lc_sync_graph {
    LC_VEC(uint32_t) from; /* per operation, and the end: where its partners begin in `to` */
    LC_VEC(uint32_t) to;   /* partners, those that return first in front */
    LC_VEC(bool) required; /* per operation: it returned, and cannot have done so alone */
} lc_sync_graph;

/* LC_HOLDS if it is done. */
lc_outcome lc_graph_build(lc_sync_graph *, lc_stateless *);
void lc_graph_free(lc_sync_graph *, lc_budget *);

#endif
