/* The smallest failing prefix of a history, as a part.
 *
 * A part leaves out operations that failed.  A history that is cut before the `fail` of an operation shows it as
 * pending, so it may have happened there: such operations belong to the parts of that prefix.  They have no label, as a
 * rule; as long as a prefix is looked at they have that of a pending operation.
 */
#ifndef LC_CHECK_EXPLAIN_FAILING_H
#define LC_CHECK_EXPLAIN_FAILING_H

#include "check/driver/parts.h"

/* Operations that failed, at some place of the history or later, and have a label for the time being. */
typedef struct lc_unfailed {
    lc_binding *binding;
    LC_VEC(uint32_t) ops;
} lc_unfailed;

/* Of the object (and key) of a part.  Operations that change nothing do not matter.  False: out of memory.  To be freed
 * either way, which takes the labels away again. */
bool lc_unfail(lc_unfailed *, lc_binding *, const lc_part *, uint32_t place);
void lc_unfailed_free(lc_unfailed *);

/* The part as it looks if the history ends after `length` events; `length` is beyond the place of `unfailed`.  The
 * events are put into the list.  False: out of memory. */
bool lc_cut_part(lc_part *cut, const lc_part *, const lc_unfailed *, uint32_t length, lc_event_list *);

typedef struct lc_failing {
    lc_part part;            /* violated */
    lc_part before;          /* the same without the last event: it holds */
    uint32_t last;           /* the operation whose event is the last one of the prefix */
    bool returns;            /* that event is its return, and the last one of `part` */
    LC_VEC(uint32_t) failed; /* operations that failed last: they are pending in `before`, and not in `part` */
    LC_VEC(uint32_t)
    earlier; /* operations that failed before that: as long as they were open they explained results, and belong to the
              * explanation therefore; with refine(k) only */
    lc_unfailed unfailed;
    lc_event_list events, events_before;
} lc_failing;

/* Of a part, given the number of events of the history.  False: out of memory.  To be freed either way. */
bool lc_failing_take(lc_failing *, lc_binding *, const lc_part *, uint32_t length);
void lc_failing_free(lc_failing *, lc_budget *);

/* Of some operations of `part`, that of the last return among them, these without the last event.  The events are put
 * into the list.  False: out of memory. */
bool lc_failing_rest(lc_part *rest, const lc_failing *, const lc_part *some, const lince_history *, lc_event_list *,
                     lc_budget *);

/* Where in the history an event is. */
uint32_t lc_place_of(const lince_history *, lc_event);

#endif
