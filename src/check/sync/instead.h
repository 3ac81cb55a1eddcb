/* The possible partners of an operation, and the results it could have returned instead. */
#ifndef LC_CHECK_SYNC_INSTEAD_H
#define LC_CHECK_SYNC_INSTEAD_H

#include "check/sync/search.h"

/* Fills in those that overlap `op` in a part, itself among them with this label, and its place.  False: there are too
 * many, or memory is out. */
bool lc_sync_neighbours(lc_groups *, lc_binding *, const lc_part *, uint32_t op, uint32_t label, uint32_t *place);

/* Results of a completed operation with which its (violated) part would hold, as text: `1, 2 or NONE`.  NULL: none are
 * known.  To be freed. */
char *lc_sync_instead(lc_sync_search *, const lc_part *, uint32_t op);

#endif
