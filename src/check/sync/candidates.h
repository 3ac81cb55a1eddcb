/* All groups of operations that can have synchronized. */
#ifndef LC_CHECK_SYNC_CANDIDATES_H
#define LC_CHECK_SYNC_CANDIDATES_H

#include "check/sync/stateless.h"

typedef struct lc_candidates {
    LC_VEC(uint32_t) members; /* of the groups, one after the other */
    LC_VEC(uint32_t) first;   /* per group, and the end: where its members begin */
    uint32_t count;           /* of groups */
    LC_VEC(uint32_t) groups;  /* of the operations, one after the other; those that need less time are in front */
    LC_VEC(uint32_t) from;    /* per operation, and the end: where its groups begin */
    LC_VEC(bool) required;    /* per operation: it returned, and cannot have done so alone */
} lc_candidates;

/* LC_HOLDS: they are there.  LC_UNDECIDED: there are too many. */
lc_outcome lc_candidates_find(lc_candidates *, lc_stateless *);
void lc_candidates_free(lc_candidates *, lc_budget *);

#endif
