/* The operations that are open before a return, for searches that jump back and forth along a timeline. */
#ifndef LC_CHECK_SYNC_LANES_H
#define LC_CHECK_SYNC_LANES_H

#include "check/search/timeline.h"

typedef struct lc_lanes {
    const lc_timeline *line;
    LC_VEC(uint32_t) lane;   /* the operations of each slot in their order, one slot after the other */
    LC_VEC(uint32_t) first;  /* per slot: where its lane begins; and the end */
    LC_VEC(uint32_t) cursor; /* per slot: the last operation of its lane that was looked up */
} lc_lanes;

/* For this time line, as it is now.  False: out of memory. */
bool lc_lanes_lay_out(lc_lanes *, const lc_timeline *);
void lc_lanes_free(lc_lanes *, lc_budget *);

/* The occupant of this slot just before return r; LC_NO_OP: none. */
uint32_t lc_lanes_occupant(lc_lanes *, uint32_t slot, uint32_t r);
/* How many of a class have been called before return r. */
uint32_t lc_lanes_available(const lc_lanes *, uint32_t class, uint32_t r);

/* How many have been called before return r (after the last one: all); whose return it is (after the last: LC_NO_OP).
 */
static inline uint32_t lc_lanes_called(const lc_lanes *l, uint32_t r) {
    return r < l->line->returns.count ? l->line->returns.at[r].calls_before : l->line->ops.count;
}
static inline uint32_t lc_lanes_returning(const lc_lanes *l, uint32_t r) {
    return r < l->line->returns.count ? l->line->returns.at[r].op : LC_NO_OP;
}

#endif
