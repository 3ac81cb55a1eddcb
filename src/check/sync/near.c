/* Where a specification is stateless, a synchronization concerns the operations that take part and no other.  Leave out
 * some operations, and take away the returns of those that could have met them, which overlap them.  If the whole can
 * be explained, so can the rest: synchronizations among those that are left stay, and of the other synchronizations
 * only operations are left that no longer need to synchronize.  So if the rest is wrong, the whole is.
 *
 * Those that overlap the culprit keep their returns, and all that overlap these are kept, too.  (An operation that
 * never returns need not synchronize anyway, so that it does not matter which operations overlap it.)
 */
#include "check/sync/near.h"

typedef struct span {
    const lince_history *history;
    const lc_part *part;
    uint32_t last; /* where it ends in the history */
} span;

static uint32_t place_of(const span *s, lc_event e) {
    const lc_op *op = &s->history->ops.at[lc_event_op(e)];
    return lc_event_what(e) == LC_INVOKE ? op->call : op->end;
}

static bool returns(const span *s, const lc_op *op) { return op->end != LC_NEVER && op->end <= s->last; }

/* The first call among those that are open at `place` or later, and return. */
static uint32_t widen(const span *s, uint32_t place) {
    uint32_t first = place;
    for (uint32_t i = s->part->event_count; i; i--) {
        lc_event e = s->part->events[i - 1];
        const lc_op *op = &s->history->ops.at[lc_event_op(e)];
        if (lc_event_what(e) != LC_RETURN) continue;
        if (op->end < place) break; /* returns come in order */
        if (op->call < first) first = op->call;
    }
    return first;
}

bool lc_sync_near(lc_part *near, const lc_part *part, unsigned steps, const lince_history *h, lc_event_list *events,
                  lc_budget *budget) {
    span s = {.history = h, .part = part, .last = UINT32_MAX};
    lc_event end = part->events[part->event_count - 1];
    s.last = place_of(&s, end);
    uint32_t inner = h->ops.at[lc_event_op(end)].call, outer; /* those open at `inner` or later keep returns */
    for (outer = widen(&s, inner); steps > 1; steps--) {
        inner = outer;
        outer = widen(&s, inner);
    }
    events->count = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        lc_event e = part->events[i];
        const lc_op *op = &h->ops.at[lc_event_op(e)];
        if (returns(&s, op) && (op->end < outer || (op->end < inner && lc_event_what(e) == LC_RETURN))) continue;
        if (!lc_push(budget, events, e)) return false;
    }
    *near = *part;
    near->events = events->at;
    near->event_count = events->count;
    return events->count < part->event_count;
}
