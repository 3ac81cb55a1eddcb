/* Splitting a bound history into parts that can be checked on their own.
 *
 * Linearizability is local (Herlihy and Wing): a history is linearizable iff its restriction to each object is, and the
 * same argument holds for keys of one object that never influence each other.  It holds for orders of intervals only.
 */
#ifndef LC_CHECK_DRIVER_PARTS_H
#define LC_CHECK_DRIVER_PARTS_H

#include "spec/bind.h"

/* Events of a part: invocations and returns of the operations that take part, in order.  An operation without a return
 * is pending.  Event kinds are LC_INVOKE and LC_RETURN only. */
#define LC_ALL_OBJECTS UINT32_MAX

typedef struct lc_part {
    uint32_t object; /* or LC_ALL_OBJECTS, for criteria that are not local */
    lince_value key; /* LINCE_NO_VALUE: not split by key */
    const lc_event *events;
    uint32_t event_count;
} lc_part;

typedef LC_VEC(lc_event) lc_event_list;

typedef struct lc_parts {
    lc_budget *budget;
    bool entangled; /* the order of operations is none of intervals, because those of different objects touch in an
                     * instant or by the history's own order: then the parts are not independent */
    LC_VEC(lc_part) parts; /* in the order of their first events */
    lc_event *events;
    size_t event_count;
} lc_parts;

/* False: out of memory.  `by_key` also splits the objects whose operations all have a key. */
bool lc_split(lc_parts *, const lc_binding *, bool by_key, lc_budget *);
void lc_parts_free(lc_parts *);
/* All events as one part, for a criterion that is not local.  They are to be freed: one more than the history's. False:
 * out of memory. */
bool lc_whole(lc_part *, lc_event **events, const lc_binding *, lc_budget *);

#endif
