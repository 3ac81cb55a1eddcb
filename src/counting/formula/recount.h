/* The counting representation of A_k of a recorded history's object, after each of its events. */
#ifndef LC_COUNTING_FORMULA_RECOUNT_H
#define LC_COUNTING_FORMULA_RECOUNT_H

#include "counting/formula/summary.h"
#include "history/counting.h"

/* The events of each object, found once for all of them. */
typedef LC_VEC(uint32_t) lc_number_list;
typedef struct lc_by_object {
    lc_budget *budget;
    lc_number_list ends;   /* per object: behind its last one in `events` */
    lc_number_list events; /* of operations that count, as positions in the history */
    lc_number_list open;   /* per operation: its label before it returns, and while it is open its slot */
} lc_by_object;
/* False: out of memory.  In any case to be freed. */
bool lc_by_object_init(lc_by_object *, const lc_binding *);
void lc_by_object_free(lc_by_object *);

typedef struct lc_recount {
    lc_binding *binding;
    uint32_t object;
    lc_by_object *all, own; /* `own` if it is not shared */
    lc_counting counting;
    lc_bound_labels labels; /* all that will be met */
    lc_number_list free;    /* slots */
    uint32_t slot_count;
    uint32_t next, end;  /* in `events` */
    lc_summary *summary; /* to be kept up, if the caller wants one; NULL at first */
} lc_recount;

/* Of one object of the binding, which gets labels for all its operations.  A caller that counts several objects, one
 * after the other, passes the result of lc_by_object_init; else NULL.  It stays where it is made.  False: out of
 * memory.  In any case to be freed. */
bool lc_recount_init(lc_recount *, lc_binding *, lc_by_object *, uint32_t object, uint32_t k);
void lc_recount_free(lc_recount *);

/* Goes on to behind the next return, or to the end.  False: it was at the end already.  `*event` is the position of the
 * last event that counted. */
bool lc_recount_return(lc_recount *, uint32_t *event);
void lc_recount_until(lc_recount *, uint32_t events); /* to behind so many events of the history */
void lc_recount_all(lc_recount *);                    /* to the end */

#endif
