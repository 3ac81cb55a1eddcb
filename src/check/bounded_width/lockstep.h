/* The search for two sequences that are extended together: see queue.c. */
#ifndef LC_CHECK_BOUNDED_WIDTH_LOCKSTEP_H
#define LC_CHECK_BOUNDED_WIDTH_LOCKSTEP_H

#include "check/bounded_width/bounded_width.h"
#include "check/bounded_width/lane.h"

/* One step: an addition and a removal; or one that found the queue empty (`add` is LC_NO_MOVE); or, in the end, an
 * addition that stays (`remove` is LC_NO_MOVE). */
typedef struct lc_pair {
    uint32_t add, remove;
} lc_pair;

/* A configuration where there was something to choose.  Its masks are in `masks`. */
typedef struct lc_fork {
    uint32_t at[3];   /* where the lanes were */
    uint32_t pairs;   /* how many were taken */
    uint32_t choices; /* where its choices begin */
    uint32_t latest, used;
} lc_fork;

typedef struct lc_lockstep {
    lc_bounded_width *w;
    lc_budget *budget;
    const lc_moves *all;
    const lc_move *moves;

    /* The configuration. */
    union {
        struct {
            lc_lane adds, removes, empties;
        };
        lc_lane lanes[3];
    };
    uint32_t words;        /* of the masks of all lanes */
    uint32_t latest;       /* the latest call of the taken moves, EMPTY apart, + 1 */
    uint32_t helpers;      /* how many pending removals are used */
    uint32_t used;         /* which pending additions are, as a multiset of values, if ... */
    bool counted;          /* ... this does not follow from the rest */
    uint32_t *left_add;    /* per value: additions left, */
    uint32_t *left_remove; /* completed removals left, */
    uint32_t *used_add;    /* pending additions used */

    /* The way to it. */
    LC_VEC(lc_pair) pairs;
    LC_VEC(lc_fork) forks;
    LC_VEC(lc_pair) choices; /* of all forks that are left, the best of each fork last */
    LC_VEC(uint64_t) masks;
    LC_VEC(uint64_t) key;
    lc_configs configs;
    lc_multisets sets;
} lc_lockstep;

/* Adds the moves that are possible now to the choices (choices.c). */
void lc_lockstep_choices(lc_lockstep *);
/* Puts the taken moves, and the additions that stay, in order (interleave.c).  False: out of memory. */
bool lc_lockstep_interleave(lc_lockstep *);

#endif
