/* The last k steps of a history, seen after each event: A_k (history/counting.h) as something a judge can decide.
 *
 * A step of a history is some calls followed by some returns; a call that comes after a return begins the next one
 * (history/interval.h).  A_k keeps the last k steps as they are and drops the order in all that is older, except that
 * old returns are before later calls.  So A_k is the history itself with its old events rearranged: first all calls,
 * then all returns.  Steps are those of an object; each of its keys, where it has any, sees them too.
 */
#ifndef LC_CHECK_REFINE_VIEW_H
#define LC_CHECK_REFINE_VIEW_H

#include "check/refine/condense.h"

/* The view of one part. */
typedef struct lc_view {
    lc_part part;            /* as it is in the end */
    bool watched;            /* else nothing is kept */
    bool touched;            /* one of its operations has failed: the order of the rest is better known than at the last
                              * return */
    LC_VEC(uint32_t) places; /* where in the history its events are, those of failed operations included */
    uint32_t old;            /* so many of them are in the old part */
    uint32_t seen;           /* so many have happened */
    lc_events calls, returns; /* of the old part, without the operations left out */
    lc_condense condense;
} lc_view;

typedef struct lc_object_steps {
    uint32_t length;
    bool returned;
} lc_object_steps;

typedef struct lc_views {
    lc_budget *budget;
    lc_binding *binding;
    uint32_t k;
    uint32_t now;                  /* events of the history that have happened */
    LC_VEC(lc_view) at;            /* as the parts */
    LC_VEC(uint32_t) part_of;      /* per operation; LC_NO_PART: it is not watched */
    LC_VEC(uint32_t) step;         /* per event of the history */
    LC_VEC(lc_object_steps) steps; /* per object */
    LC_VEC(uint32_t) failed;       /* operations that got a label for the time being */
    LC_VEC(lc_event) events;       /* the view that was computed last */
} lc_views;
#define LC_NO_PART UINT32_MAX

/* For the parts of a bound history.  False: out of memory.  To be freed either way, which restores the binding. */
bool lc_views_init(lc_views *, lc_binding *, const lc_parts *, uint32_t k, lc_budget *);
void lc_views_free(lc_views *);
bool lc_views_watch(lc_views *, uint32_t part); /* before the first step; false: out of memory */

/* Goes on by one event.  True: it is one after which watched parts are to be judged; `part` is that of the operation
 * that returned, or LC_NO_PART if it is not watched.  Those that are `touched` are to be judged as well. */
bool lc_views_step(lc_views *, uint32_t *part);
/* A_k of a part as of now, valid until the next call.  NULL events: out of memory. */
lc_part lc_views_look(lc_views *, uint32_t part);

/* Is it an operation of this part that failed, so that it is not seen any more? */
bool lc_views_left_out(const lc_views *, uint32_t op, uint32_t part);

#endif
