/* The search for synchronizations that explain one part. */
#ifndef LC_CHECK_SYNC_SEARCH_H
#define LC_CHECK_SYNC_SEARCH_H

#include "check/sync/answer.h"
#include "check/sync/groups.h"
#include "check/sync/lanes.h"

/* A synchronization that can be tried. */
typedef struct lc_sync_move {
    uint32_t members, count; /* in `members` of the search */
    uint32_t state;          /* that it leads to */
} lc_sync_move;

/* A member of one: an operation in a slot, or one of a class. */
typedef struct lc_sync_member {
    uint32_t place, op; /* as in lc_open_op */
    bool in_class;
} lc_sync_member;

typedef struct lc_sync_frame {
    uint32_t at, state, used;
    uint32_t next_move, moves;       /* the untried moves; the first move of this frame */
    uint32_t members, met, met_ends; /* how much of each there was before */
    uint64_t mask_hash;
} lc_sync_frame;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_sync_search {
    lc_budget *budget;
    lc_binding *binding;
    lc_limits limits;
    bool progress; /* all that synchronized must have returned, and all that could synchronize must have done so */
    bool no_symmetry;
    uint64_t allowance; /* how much effort it may be, in all; UINT64_MAX: any */
    lc_sync_answer answer;

    lc_space space;
    lc_timeline line;
    lc_configs configs;
    lc_multisets sets;
    lc_groups groups;
    lc_lanes lanes;
    LC_VEC(lc_sync_frame) path;
    LC_VEC(uint64_t) masks; /* of the path, a mask each; the working one is on top */
    LC_VEC(lc_sync_move) moves;
    LC_VEC(lc_sync_member) members;
    uint64_t visited, cut;
} lc_sync_search;

void lc_sync_search_init(lc_sync_search *, lc_binding *, const lc_tuning *, const lc_limits *, bool progress,
                         lc_budget *);
void lc_sync_search_free(lc_sync_search *);

/* The effort so far: configurations, and groups that were tried in them. */
uint64_t lc_sync_search_effort(const lc_sync_search *);
/* LC_HOLDS, LC_VIOLATED or LC_HALTED, with the answer. */
lc_outcome lc_sync_search_run(lc_sync_search *, const lc_part *);

#endif
