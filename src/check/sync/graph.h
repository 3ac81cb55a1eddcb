/* Who can have met whom, as a graph: where one or two operations take a step.
 *
 * Operations that did not return overlap all that come after, and few of them are needed: they are listed apart, and
 * asked about only when it matters. */
#ifndef LC_CHECK_SYNC_GRAPH_H
#define LC_CHECK_SYNC_GRAPH_H

#include "check/sync/stateless.h"

typedef struct lc_sync_graph {
    LC_VEC(uint32_t) from;    /* per operation, and the end: where its partners begin in `to` */
    LC_VEC(uint32_t) to;      /* partners that returned, those that return first in front */
    LC_VEC(bool) required;    /* per operation: it returned, and cannot have done so alone */
    LC_VEC(uint32_t) pending; /* operations that did not return and may have met somebody */
    lc_map64 known;           /* labels of two, the second one's pending: whether they have a step */
} lc_sync_graph;

/* LC_HOLDS if it is done. */
lc_outcome lc_graph_build(lc_sync_graph *, lc_stateless *);
/* Has i, which returned, a step with p, which did not?  It is to be seen to that they overlap. */
bool lc_graph_meets_pending(lc_sync_graph *, lc_stateless *, uint32_t i, uint32_t p);
void lc_graph_free(lc_sync_graph *, lc_budget *);

#endif
