#include "counting/formula/recount.h"

#include <assert.h>

/* An operation that failed did not happen, and one that changes nothing and has not returned does not matter: both have
 * no label. */
static bool counts(const lc_binding *b, uint32_t op) { return b->label_of.at[op] != LC_NO_LABEL; }

/* ---- the events of each object ---- */

static bool fill(lc_budget *budget, lc_number_list *v, uint32_t count) {
    bool fine = lc_reserve(budget, v, count);
    while (fine && v->count < count) fine = lc_push(budget, v, 0);
    return fine;
}

bool lc_by_object_init(lc_by_object *all, const lc_binding *b) {
    const lince_history *h = b->history;
    *all = (lc_by_object){.budget = b->budget};
    uint32_t count = 0;
    if (!fill(b->budget, &all->ends, b->objects.count) || !fill(b->budget, &all->open, b->label_of.count)) return false;
    for (uint32_t i = 0; i < h->events.count; i++)
        if (counts(b, lc_event_op(h->events.at[i]))) all->ends.at[lc_object_of(b, lc_event_op(h->events.at[i]))]++;
    for (uint32_t i = 0; i < b->objects.count; i++) { /* where they begin, at first */
        uint32_t here = all->ends.at[i];
        all->ends.at[i] = count;
        count += here;
    }
    if (!fill(b->budget, &all->events, count)) return false;
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]);
        if (counts(b, op)) all->events.at[all->ends.at[lc_object_of(b, op)]++] = i;
    }
    return true;
}

void lc_by_object_free(lc_by_object *all) {
    lc_vec_free(all->budget, &all->ends);
    lc_vec_free(all->budget, &all->events);
    lc_vec_free(all->budget, &all->open);
}

/* ---- one object ---- */

/* Labels are made object after object, so that those of one are close together; where other callers have made some
 * before there are gaps, which cost memory and nothing else. */
static bool make_labels(lc_recount *r, uint32_t *base) {
    lc_binding *b = r->binding;
    *base = b->labels.count;
    for (uint32_t i = r->next; i < r->end; i++) {
        lc_event event = b->history->events.at[r->all->events.at[i]];
        if (lc_event_what(event) != LC_INVOKE) continue;
        uint32_t op = lc_event_op(event), label = lc_label_op(b, op);
        uint32_t pending = label == LC_NO_LABEL ? LC_NO_LABEL : lc_pending_label(b, label);
        if (pending == LC_NO_LABEL) return false;
        r->all->open.at[op] = pending;
        if (label < *base) *base = label;
        if (pending < *base) *base = pending;
    }
    return true;
}

bool lc_recount_init(lc_recount *r, lc_binding *b, lc_by_object *all, uint32_t object, uint32_t k) {
    *r = (lc_recount){.binding = b, .object = object, .all = all ? all : &r->own};
    uint32_t base = 0;
    bool fine = lc_counting_init(&r->counting, k, b->budget) && (all || lc_by_object_init(&r->own, b));
    if (fine) {
        r->next = object ? r->all->ends.at[object - 1] : 0;
        r->end = r->all->ends.at[object];
        fine = make_labels(r, &base);
    }
    r->labels.binding = b;
    return fine && lc_bound_labels_init(&r->labels, b, base);
}

void lc_recount_free(lc_recount *r) {
    lc_counting_free(&r->counting);
    lc_bound_labels_free(&r->labels);
    lc_vec_free(r->binding->budget, &r->free);
    lc_by_object_free(&r->own);
}

/* Not a thread's: one may call again in the very instant in which it returns. */
static uint32_t take_slot(lc_recount *r) { return r->free.count ? r->free.at[--r->free.count] : r->slot_count++; }

/* Returns whether it was a return. */
static bool count_event(lc_recount *r, lc_event event) {
    lc_binding *b = r->binding;
    uint32_t op = lc_event_op(event), *open = &r->all->open.at[op], base = r->labels.base;
    lc_event_kind what = lc_event_what(event);
    if (what == LC_INVOKE) {
        uint32_t slot = take_slot(r);
        *open -= base;
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
        lc_summary_touch(r->summary, b->label_of.at[op] - base);
    }
    lc_counting_return(&r->counting, *open, b->label_of.at[op] - base);
    (void)lc_push(b->budget, &r->free, *open);
    return true;
}

bool lc_recount_return(lc_recount *r, uint32_t *event) {
    const lince_history *h = r->binding->history;
    bool any = false;
    while (r->next < r->end && !lc_exhausted(r->binding->budget)) {
        any = true;
        *event = r->all->events.at[r->next++];
        if (count_event(r, h->events.at[*event])) return true;
    }
    return any;
}

void lc_recount_until(lc_recount *r, uint32_t events) {
    const lince_history *h = r->binding->history;
    assert(events <= h->events.count);
    for (; r->next < r->end && r->all->events.at[r->next] < events && !lc_exhausted(r->binding->budget); r->next++)
        (void)count_event(r, h->events.at[r->all->events.at[r->next]]);
}

void lc_recount_all(lc_recount *r) { lc_recount_until(r, r->binding->history->events.count); }
