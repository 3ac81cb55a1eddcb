/* The search for synchronizations, or for steps that operations span several of, that explain one part. */
#ifndef LC_CHECK_SYNC_SEARCH_H
#define LC_CHECK_SYNC_SEARCH_H

#include "base/meter.h"
#include "check/sync/answer.h"
#include "check/sync/groups.h"
#include "check/sync/lanes.h"

/* A step that can be tried. */
typedef struct lc_sync_move {
    uint32_t members, count; /* in `members` of the search */
    uint32_t state;          /* that it leads to */
} lc_sync_move;

/* A member of one: an operation in a slot, or one of a class. */
typedef struct lc_sync_member {
    uint32_t place, op; /* as in lc_open_op; of a class `op` is unused */
    uint8_t part;       /* a lince_part */
    bool in_class;
} lc_sync_member;

/* A configuration.  Its mask has a bit a slot, done; or two if operations span several steps, begun and done. */
typedef struct lc_sync_here {
    uint32_t at, state;
    uint32_t used;  /* which of the classes have taken part: a multiset */
    uint32_t begun; /* which of them have begun and not ended */
    uint64_t mask_hash;
} lc_sync_here;

typedef struct lc_sync_frame {
    lc_sync_here here;
    uint32_t next_move, moves; /* the next attempt; where the moves of this frame begin */
    uint32_t members;          /* how many there were before */
} lc_sync_frame;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_sync_search {
    lc_budget *budget;
    lc_binding *binding;
    bool
        progress; /* operations that are done must have returned, and those that could begin or end must have done so */
    bool no_symmetry;
    bool spans;     /* operations of the object span several steps (LINCE_INTERVALS) */
    lc_meter meter; /* of the effort, lc_sync_search_effort */
    lc_sync_answer answer;

    lc_space space;
    lc_timeline line;
    lc_configs configs;
    lc_multisets sets;
    lc_intern pairs; /* of a state and the begun operations of the classes */
    lc_groups groups;
    lc_lanes lanes;
    LC_VEC(lc_sync_frame) path;
    LC_VEC(uint64_t) masks; /* of the path, a mask each; the working one is on top */
    LC_VEC(lc_sync_move) moves;
    LC_VEC(lc_sync_member) members;
    LC_VEC(uint32_t) queue; /* while the answer is filled in: members of classes that have begun */
    uint64_t visited, cut;
} lc_sync_search;

void lc_sync_search_init(lc_sync_search *, lc_binding *, const lc_tuning *, const lc_limits *, bool progress,
                         lc_budget *);
void lc_sync_search_free(lc_sync_search *);

/* The effort so far: configurations, and groups that were tried in them. */
uint64_t lc_sync_search_effort(const lc_sync_search *);
/* LC_HOLDS, LC_VIOLATED or LC_HALTED, with the answer. */
lc_outcome lc_sync_search_run(lc_sync_search *, const lc_part *);

/* After LC_HOLDS: fills in the answer from the path that was found. */
void lc_sync_put_path(lc_sync_search *);

#endif
