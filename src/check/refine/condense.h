/* Operations that can be left out of the old part of a view (view.h) without changing whether it is linearizable.
 *
 * Nothing old is before anything else old, and all of it that has returned is before everything recent.  So an
 * operation that can take effect first of all, and leaves the object as it was, is no obstacle to the rest; it can be
 * left out if it is no help either.
 *
 *   - Of a container: the operations of a value that is added once and removed once, if all of them are old.  They can
 *     come first, one value after the other, while the container is empty; and leaving out all operations of a value
 *     keeps correct histories correct (LINCE_DROPPABLE_VALUES).  The same holds for operations that found nothing.
 *   - Of a register: the operations of a value that is written, if all of them are old; but not all such values, since
 *     an operation may read the initial value later on, which is wrong after any of them.  For the same reasons.  And a
 *     second write of the same value: in an order with both, a read of the first write can as well come after the
 *     second, unless it is recent, and then it does so anyway.
 *   - Of any object: an operation that changes nothing, if there is another one like it.  It can take effect right
 * beside the other.
 *
 * So the rest of a long history is as large as the container, or as the number of different labels.
 */
#ifndef LC_CHECK_REFINE_CONDENSE_H
#define LC_CHECK_REFINE_CONDENSE_H

#include "base/map64.h"
#include "check/driver/parts.h"

typedef enum lc_condensable { LC_AS_ANY, LC_AS_CONTAINER, LC_AS_REGISTER } lc_condensable;

typedef struct lc_condense {
    lc_budget *budget;
    lc_binding *binding;
    lc_part part; /* as it is in the end: the future of a value is known */
    lc_condensable as;
    lc_map64 uses;    /* of values */
    lc_map64 like;    /* label to an operation that has it and represents all with that label */
    uint32_t counted; /* so many of the old returns have been looked at */
} lc_condense;

/* False: out of memory, as for all that follow. */
bool lc_condense_init(lc_condense *, lc_binding *, const lc_part *, lc_budget *);
void lc_condense_free(lc_condense *);
bool lc_condense_again(lc_condense *); /* from the beginning: nothing is old */

typedef LC_VEC(lc_event) lc_events;
/* Leaves out superfluous operations of the old calls and returns, if enough have come since the last time.  All
 * operations that `returns` does not have are open, or have returned lately. */
bool lc_condense_old(lc_condense *, lc_events *calls, lc_events *returns);

#endif
