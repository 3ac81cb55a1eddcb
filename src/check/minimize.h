/* From a part that violates a criterion to the few operations that already do. */
#ifndef LC_CHECK_MINIMIZE_H
#define LC_CHECK_MINIMIZE_H

#include "check/linearize.h"

/* Decides a part.  LC_HALTED ends the minimisation. */
typedef lc_outcome lc_decide(void *context, const lc_part *);

typedef enum lc_fate { LC_KEPT, LC_MADE_PENDING, LC_DROPPED } lc_fate;

/* A set of operations that share a fate: `first` to `first + count` of a list of members, the latest of which is
 * `last`. */
typedef struct lc_fate_group {
    uint32_t first, count, last;
} lc_fate_group;
typedef LC_VEC(lc_fate_group) lc_group_list;
typedef LC_VEC(uint32_t) lc_member_list; /* operations, as numbers in `ops` of an lc_minimal */

typedef struct lc_minimal {
    LC_VEC(uint32_t) ops;      /* history numbers, ascending */
    LC_VEC(uint8_t) fates;     /* per operation of `ops`: an lc_fate */
    LC_VEC(uint32_t) of_event; /* per event of the part: index into `ops` */
    LC_VEC(lc_event) events;   /* what is left of the part's events */
    bool complete;             /* nothing more can be reduced; else a limit came first */
} lc_minimal;

/* `part` must be violated.  With `keep_returns` operations are only left out, never made pending.  False: out of
 * memory, nothing usable. */
bool lc_minimize(lc_minimal *, const lc_part *, bool keep_returns, lc_binding *, lc_decide *, void *context,
                 lc_budget *);
/* Then leaves out pending operations as well, as long as `decide` calls what is left violated.  That is not a reduction
 * which keeps a correct history correct: the caller knows why it may be done. */
bool lc_minimize_pending(lc_minimal *, const lc_part *, lc_binding *, lc_decide *, void *context, lc_budget *);
void lc_minimal_free(lc_minimal *, lc_budget *);
/* The part that is left; it points into the minimal. */
lc_part lc_minimal_part(const lc_minimal *, const lc_part *whole);

#endif
