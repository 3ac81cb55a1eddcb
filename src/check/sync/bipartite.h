/* Matching where operations are of two sides, and none meets another of its own. */
#ifndef LC_CHECK_SYNC_BIPARTITE_H
#define LC_CHECK_SYNC_BIPARTITE_H

#include "check/sync/graph.h"

/* Gives partners, among those that returned, to as many as possible.  LC_HOLDS: all that need one have one.
 * LC_UNDECIDED: not all do, or operations are not of two sides; then no operation has one.  LC_HALTED. */
lc_outcome lc_bipartite(lc_stateless *, const lc_sync_graph *);

#endif
