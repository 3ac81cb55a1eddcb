/* A lane: completed moves, seen from the first to return that is not yet taken.
 *
 * The taken moves of a lane are always a down-set of its real-time order: nothing is taken while something untaken
 * returned before it was called.  So with the first untaken move to return (the one that is due) all that returned
 * before are taken, none that is called later is, and the set of taken moves is the place on the lane together with a
 * mask over the moves that are open there.  It is as wide as the concurrency, however long the lane is.
 */
#ifndef LC_CHECK_BOUNDED_WIDTH_LANE_H
#define LC_CHECK_BOUNDED_WIDTH_LANE_H

#include "base/bits.h"
#include "check/bounded_width/moves.h"

typedef struct lc_lane_return {
    uint32_t move;
    uint32_t calls_before; /* how many calls precede it */
} lc_lane_return;

typedef struct lc_lane {
    lc_budget *budget;
    lc_move *moves;
    LC_VEC(uint32_t) calls; /* moves by call */
    LC_VEC(lc_lane_return) returns;
    uint32_t words;            /* of a mask */
    uint32_t at;               /* which return is due */
    LC_VEC(uint32_t) occupant; /* per slot: the latest move that had it */
    LC_VEC(uint64_t) open, taken;
} lc_lane;

/* The completed moves of these kinds (a mask of 1 << kind).  False: out of memory; the lane is to be freed all the
 * same. */
bool lc_lane_build(lc_lane *, lc_moves *, unsigned kinds, lc_budget *);
void lc_lane_free(lc_lane *);

static inline bool lc_lane_done(const lc_lane *l) { return l->at == l->returns.count; }
static inline uint32_t lc_lane_due(const lc_lane *l) {
    return lc_lane_done(l) ? LC_NO_MOVE : l->returns.at[l->at].move;
}
/* When the move that is due returns; LC_NEVER: all are taken. */
static inline uint32_t lc_lane_end(const lc_lane *l) {
    return lc_lane_done(l) ? LC_NEVER : l->moves[l->returns.at[l->at].move].end;
}
/* Moves that are open, in this word of the mask, and not taken. */
static inline uint64_t lc_lane_rest(const lc_lane *l, uint32_t word) { return l->open.at[word] & ~l->taken.at[word]; }
static inline uint32_t lc_lane_move(const lc_lane *l, uint32_t word, uint64_t rest) {
    return l->occupant.at[word * 64 + lc_lowest(rest)];
}
bool lc_lane_took(const lc_lane *, uint32_t move);

void lc_lane_take(lc_lane *, uint32_t move); /* one that is open and not taken */
/* Back to where it was with this return due and these taken. */
void lc_lane_restore(lc_lane *, uint32_t at, const uint64_t *taken);

#endif
