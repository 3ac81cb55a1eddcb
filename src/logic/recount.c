#include "logic/recount.h"

#include <assert.h>

/* What failed did not happen, and what changes nothing and has not returned does not matter: both have no label. */
static bool counts(const lc_recount *r, uint32_t op) {
    return r->binding->label_of.at[op] != LC_NO_LABEL && lc_object_of(r->binding, op) == r->object;
}

bool lc_recount_init(lc_recount *r, lc_binding *b, uint32_t object, uint32_t k) {
    *r = (lc_recount){.binding = b, .object = object};
    bool fine = lc_counting_init(&r->counting, k, b->budget);
    for (uint32_t op = 0; fine && op < b->label_of.count; op++) {
        fine = lc_push(b->budget, &r->open, LC_NO_LABEL);
        if (!fine || !counts(r, op)) continue;
        uint32_t label = lc_label_op(b, op);
        if (label != LC_NO_LABEL) r->open.at[op] = lc_pending_label(b, label);
        fine = r->open.at[op] != LC_NO_LABEL;
    }
    r->labels.binding = b;
    return fine && lc_bound_labels_init(&r->labels, b);
}

void lc_recount_free(lc_recount *r) {
    lc_counting_free(&r->counting);
    lc_bound_labels_free(&r->labels);
    lc_vec_free(r->binding->budget, &r->open);
    lc_vec_free(r->binding->budget, &r->free);
}

/* Not a thread's: one may call again in the very instant in which it returns. */
static uint32_t take_slot(lc_recount *r) { return r->free.count ? r->free.at[--r->free.count] : r->slot_count++; }

/* Returns whether it was a return. */
static bool count_event(lc_recount *r, lc_event event) {
    lc_binding *b = r->binding;
    uint32_t op = lc_event_op(event), *open = &r->open.at[op];
    lc_event_kind what = lc_event_what(event);
    if (what == LC_INVOKE) {
        uint32_t slot = take_slot(r);
        lc_counting_call(&r->counting, slot, *open);
        if (r->summary) lc_summary_touch(r->summary, *open);
        *open = slot;
        return false;
    }
    if (what == LC_CRASH) {
        lc_counting_crash(&r->counting, *open); /* the slot is not used again: it costs nothing */
        return false;
    }
    /* An operation that failed and has a label returned false. */
    if (r->summary && *open < r->counting.open.count) {
        lc_summary_touch(r->summary, r->counting.open.at[*open].label);
        lc_summary_touch(r->summary, b->label_of.at[op]);
    }
    lc_counting_return(&r->counting, *open, b->label_of.at[op]);
    (void)lc_push(b->budget, &r->free, *open);
    return true;
}

bool lc_recount_return(lc_recount *r, uint32_t *event) {
    const lince_history *h = r->binding->history;
    bool any = false;
    while (r->next < h->events.count && !lc_exhausted(r->binding->budget)) {
        uint32_t at = r->next++;
        if (!counts(r, lc_event_op(h->events.at[at]))) continue;
        any = true;
        *event = at;
        if (count_event(r, h->events.at[at])) return true;
    }
    return any;
}

void lc_recount_until(lc_recount *r, uint32_t events) {
    const lince_history *h = r->binding->history;
    assert(events <= h->events.count);
    for (; r->next < events && !lc_exhausted(r->binding->budget); r->next++)
        if (counts(r, lc_event_op(h->events.at[r->next]))) (void)count_event(r, h->events.at[r->next]);
}

void lc_recount_all(lc_recount *r) { lc_recount_until(r, r->binding->history->events.count); }
