/* Deciding queues and stacks whose values repeat, or from which an unfinished operation still removes at the end.
 *
 * Where each value is added once, the values determine which addition and removal belong together, and polynomial time
 * suffices.  Where they repeat no polynomial algorithm is known, but the difficulty lies in the number of operations
 * that are open at once, not in their total: both deciders take time that is polynomial in the length of a part and
 * exponential only in its width.  The search of linearize.c has no such bound, because the contents of the object are a
 * part of its configurations, and there may be exponentially many of them.
 */
#ifndef LC_CHECK_BOUNDED_WIDTH_BOUNDED_WIDTH_H
#define LC_CHECK_BOUNDED_WIDTH_BOUNDED_WIDTH_H

#include "base/meter.h"
#include "check/bounded_width/moves.h"
#include "check/search/linearize.h"

typedef struct lc_bounded_width {
    lc_budget *budget;
    const lc_binding *binding;
    lc_meter meter;   /* of `visited` */
    uint64_t visited; /* configurations of all parts together, or as much work */
    lc_halt halt;     /* after LC_HALTED */

    /* After LC_HOLDS: operations of the history in an order that explains the part.  Pending ones that take no effect
     * are left out. */
    LC_VEC(uint32_t) order;

    lc_moves moves;    /* the part at hand */
    uint64_t unlooked; /* work since the clock was looked at */
} lc_bounded_width;

void lc_bounded_width_init(lc_bounded_width *, const lc_binding *, const lc_limits *, lc_budget *);
void lc_bounded_width_free(lc_bounded_width *);

/* LC_HOLDS, LC_VIOLATED, LC_HALTED, or LC_UNDECIDED: this is neither an unbounded queue nor an unbounded stack, or it
 * would take more memory than is sensible.  Nothing outside of the lc_bounded_width is changed, so that several
 * threads, each with its own, can decide parts of one binding. */
lc_outcome lc_bounded_width_decide(lc_bounded_width *, const lc_part *);

/* ---- for the deciders, which find the moves of the part in `moves` ---- */

lc_outcome lc_bounded_width_queue(lc_bounded_width *);
lc_outcome lc_bounded_width_stack(lc_bounded_width *);

/* Has a limit been reached?  Then `halt` is the limit.  To be called now and then, with the work done since. */
bool lc_bounded_width_stopped(lc_bounded_width *, uint64_t work);
/* Puts a move next in the order. */
static inline void lc_bounded_width_place(lc_bounded_width *w, uint32_t move) {
    (void)lc_push(w->budget, &w->order, w->moves.list.at[move].op);
}

#endif
