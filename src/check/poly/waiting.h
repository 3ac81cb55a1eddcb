/* Operations that have been called and wait for their turn, the one that returns first in front.
 *
 * A scratch vector of the lc_poly is the heap.  An entry is the place of the operation's return; for one that does not
 * return in the part it is the place of its call with a bit on top, so that it comes after all returns.  Both are
 * places of events that identify the operation.
 */
#ifndef LC_CHECK_POLY_WAITING_H
#define LC_CHECK_POLY_WAITING_H

#include <assert.h>

#include "check/poly/poly.h"

#define LC_WAITS_FOREVER 0x80000000u /* above all places: LC_MOST_OPS operations have fewer events */

/* `returns`: the place, or LC_NEVER.  False: out of memory. */
static inline bool lc_wait(lc_poly *p, size_t heap, uint32_t called, uint32_t returns) {
    uint32_t entry = returns == LC_NEVER ? called | LC_WAITS_FOREVER : returns;
    if (!lc_push(p->budget, &p->scratch[heap], entry)) return false;
    uint32_t *at = p->scratch[heap].at, i = p->scratch[heap].count - 1;
    for (; i && at[(i - 1) / 2] > entry; i = (i - 1) / 2) at[i] = at[(i - 1) / 2];
    at[i] = entry;
    return true;
}

/* Takes the operation in front. */
static inline uint32_t lc_end_wait(lc_poly *p, size_t heap, const lc_part *part) {
    assert(p->scratch[heap].count);
    uint32_t *at = p->scratch[heap].at, count = --p->scratch[heap].count;
    uint32_t front = at[0], last = at[count], i = 0;
    for (uint32_t child = 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && at[child + 1] < at[child]) child++;
        if (at[child] >= last) break;
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return lc_event_op(part->events[front & ~LC_WAITS_FOREVER]);
}

/* Notes for each operation of the part where it returns there, or LC_NEVER.  False: it is time to stop. */
static inline bool lc_note_returns(lc_poly *p, const lc_part *part) {
    for (uint32_t i = 0; i < part->event_count; i++) {
        if (lc_poly_stopped(p, i)) return false;
        bool returned = lc_event_what(part->events[i]) == LC_RETURN;
        p->note[lc_event_op(part->events[i])] = returned ? i : LC_NEVER;
    }
    return true;
}

#endif
