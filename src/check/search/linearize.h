/* The search for a linearization of one part. */
#ifndef LC_CHECK_SEARCH_LINEARIZE_H
#define LC_CHECK_SEARCH_LINEARIZE_H

#include "base/meter.h"
#include "check/search/configs.h"
#include "check/search/cursor.h"
#include "check/search/space.h"
#include "check/tuning.h"

typedef enum lc_outcome {
    LC_HOLDS,
    LC_VIOLATED,
    LC_HALTED,    /* a limit was reached: see `halt` */
    LC_UNDECIDED, /* this algorithm does not apply: use another */
    LC_WRONG_SPEC /* the specification contradicts its own table: an operation it calls pure changed the state */
} lc_outcome;

typedef struct lc_frame {
    uint32_t at_return, state, used;
    uint32_t order;     /* number of operations linearized before */
    uint32_t favourite; /* the slot that foresight would have first, or that of the returning operation */
    uint32_t candidate; /* the next to linearize */
    uint32_t outcome;   /* which of the outcomes of that */
    uint64_t mask_hash;
} lc_frame;

/* A search can be used for one part after another; it keeps its memory. */
typedef struct lc_search {
    lc_budget *budget;
    lc_binding *binding;
    lc_tuning tuning;
    lc_meter meter; /* of `visited` */
    lc_halt halt;

    lc_space space;
    lc_timeline line;
    lc_configs configs;
    lc_multisets sets;

    lc_cursor place;
    bool keyed; /* every operation has a key, so those of different keys commute */

    /* The path: a frame per operation chosen, with a mask each; the working mask is on top. */
    LC_VEC(lc_frame) path;
    LC_VEC(uint64_t) masks;
    LC_VEC(uint32_t) order; /* line operations as linearized */

    uint32_t end_state; /* if it holds: where `order` leaves the object */
    uint64_t visited, cut;
} lc_search;

void lc_search_init(lc_search *, lc_binding *, const lc_tuning *, const lc_limits *, lc_budget *);
void lc_search_free(lc_search *);

/* After LC_HOLDS `order` is a linearization, after LC_VIOLATED `place.furthest` is the return that no configuration
 * could pass; both until the next call. */
lc_outcome lc_linearize(lc_search *, const lc_part *);

#endif
