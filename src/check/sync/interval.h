/* The search for steps that explain one part of an object whose operations span several of them. */
#ifndef LC_CHECK_SYNC_INTERVAL_H
#define LC_CHECK_SYNC_INTERVAL_H

#include "check/sync/answer.h"
#include "check/sync/groups.h"
#include "check/sync/lanes.h"

/* A step that can be tried. */
typedef struct lc_interval_move {
    uint32_t members, count; /* in `members` of the search */
    uint32_t state;          /* that it leads to */
} lc_interval_move;

typedef struct lc_interval_member {
    uint32_t place, op; /* as in lc_open_op; `op` is unused for a class */
    lince_part part;
    bool in_class;
} lc_interval_member;

/* Where the search stands.  The mask has two bits a slot: it has begun, it is done. */
typedef struct lc_interval_here {
    uint32_t at, state;
    uint32_t used;  /* which of the classes have taken part: a multiset */
    uint32_t begun; /* which of them have begun and not ended */
    uint64_t mask_hash;
} lc_interval_here;

typedef struct lc_interval_frame {
    lc_interval_here here;
    uint32_t next_move, moves; /* the untried moves; the first move of this frame */
    uint32_t members;          /* how many there were before */
} lc_interval_frame;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_interval_search {
    lc_budget *budget;
    lc_binding *binding;
    lc_limits limits;
    bool progress; /* all that ended must have returned, and all that could begin or end must have done so */
    bool no_symmetry;
    uint64_t allowance; /* `visited` must not get beyond it; UINT64_MAX: it may */
    lc_sync_answer answer;

    lc_space space;
    lc_timeline line;
    lc_configs configs;
    lc_multisets sets;
    lc_intern pairs; /* of a state and the begun operations of the classes */
    lc_groups groups;
    lc_lanes lanes;
    LC_VEC(lc_interval_frame) path;
    LC_VEC(uint64_t) masks; /* of the path, a mask each; the working one is on top */
    LC_VEC(lc_interval_move) moves;
    LC_VEC(lc_interval_member) members;
    LC_VEC(uint32_t) queue; /* while reporting participants: the begun operations of the classes */
    uint64_t visited, cut;
} lc_interval_search;

void lc_interval_search_init(lc_interval_search *, lc_binding *, const lc_tuning *, const lc_limits *, bool progress,
                             lc_budget *);
void lc_interval_search_free(lc_interval_search *);

/* LC_HOLDS, LC_VIOLATED or LC_HALTED, with the answer. */
lc_outcome lc_interval_search_run(lc_interval_search *, const lc_part *);

/* After LC_HOLDS: fills in the answer from the path that was found. */
void lc_interval_tell(lc_interval_search *);

#endif
