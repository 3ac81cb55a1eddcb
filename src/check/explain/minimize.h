/* From a part that violates a criterion to the few operations that already do. */
#ifndef LC_CHECK_EXPLAIN_MINIMIZE_H
#define LC_CHECK_EXPLAIN_MINIMIZE_H

#include "check/search/linearize.h"

/* Decides a part.  LC_HALTED ends the minimization. */
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
    LC_VEC(uint8_t) returned;  /* per operation of `ops`: it returned in the part, so that its result is known */
    LC_VEC(uint32_t) of_event; /* per event of the part: index into `ops` */
    LC_VEC(lc_event) events;   /* the remaining events of the part */
    bool complete;             /* nothing more can be reduced; else a limit came first */
} lc_minimal;

/* The scope of a reduction, and its decider. */
typedef struct lc_reduction {
    lc_decide *decide;
    lc_decide *rest;   /* decides a part without its last event, NULL: pending operations stay */
    void *context;     /* of both */
    uint32_t pinned;   /* an operation that stays as it is; LC_NEVER: none */
    bool keep_returns; /* operations are only left out, never made pending */
    bool wary;         /* the last event is none of the part's, so `rest` must hold after every reduction */
} lc_reduction;

/* `part` must be violated.  False: out of memory, nothing usable. */
bool lc_minimize(lc_minimal *, const lc_part *, const lc_reduction *, lc_binding *, lc_budget *);
void lc_minimal_free(lc_minimal *, lc_budget *);
/* The part that is left; it points into the minimal. */
lc_part lc_minimal_part(const lc_minimal *, const lc_part *whole);

#endif
