/* The counting representation of A_k of a recorded history's object, after each of its events. */
#ifndef LC_LOGIC_RECOUNT_H
#define LC_LOGIC_RECOUNT_H

#include "history/counting.h"
#include "logic/summary.h"

typedef struct lc_recount {
    lc_binding *binding;
    uint32_t object;
    lc_counting counting;
    lc_bound_labels labels; /* all that will be met */
    LC_VEC(uint32_t) open;  /* per operation: its label before it returns, and while it is open its slot */
    LC_VEC(uint32_t) free;  /* slots */
    uint32_t slot_count;
    uint32_t next;       /* event */
    lc_summary *summary; /* to be kept up, if the caller wants one; NULL at first */
} lc_recount;

/* Of one object of the binding, which gets labels for all operations.  False: out of memory.  In any case to be freed.
 */
bool lc_recount_init(lc_recount *, lc_binding *, uint32_t object, uint32_t k);
void lc_recount_free(lc_recount *);

/* Goes on to behind the next return, or to the end.  False: it was at the end already.  `*event` is the position of the
 * last event that counted. */
bool lc_recount_return(lc_recount *, uint32_t *event);
void lc_recount_until(lc_recount *, uint32_t events); /* to behind so many events of the history */
void lc_recount_all(lc_recount *);                    /* to the end */

#endif
