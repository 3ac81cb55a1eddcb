/* The search for synchronisations that explain one part. */
#ifndef LC_CHECK_SYNC_SEARCH_H
#define LC_CHECK_SYNC_SEARCH_H

#include "base/meter.h"
#include "check/sync/answer.h"
#include "check/sync/groups.h"
#include "check/sync/lanes.h"

/* A synchronisation that can be tried. */
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
    uint32_t next_move, moves;       /* what is left to try; where the moves of this frame begin */
    uint32_t members, met, met_ends; /* how much of each there was before */
    uint64_t mask_hash;
} lc_sync_frame;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_sync_search {
    lc_budget *budget;
    lc_binding *binding;
    bool progress; /* what has synchronised must have returned, and what could synchronise must have done so */
    bool no_symmetry;
    lc_meter meter; /* of the effort, lc_sync_search_effort */
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

/* What it was so far: configurations, and groups that were tried in them. */
uint64_t lc_sync_search_effort(const lc_sync_search *);
/* LC_HOLDS, LC_VIOLATED or LC_HALTED, with the answer. */
lc_outcome lc_sync_search_run(lc_sync_search *, const lc_part *);

#endif
