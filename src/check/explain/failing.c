#include "check/explain/failing.h"

#include <assert.h>

uint32_t lc_place_of(const lince_history *h, lc_event e) {
    const lc_op *op = &h->ops.at[lc_event_op(e)];
    return lc_event_what(e) == LC_INVOKE ? op->call : op->end;
}

static bool belongs_to(const lc_part *part, const lc_label *label) {
    if (part->object == LC_ALL_OBJECTS) return true;
    return part->object == label->object && (part->key == LINCE_NO_VALUE || part->key == label->key);
}

bool lc_unfail(lc_unfailed *u, lc_binding *b, const lc_part *part, uint32_t place) {
    *u = (lc_unfailed){.binding = b};
    for (uint32_t op = 0; op < b->label_of.count; op++) {
        const lc_op *o = &b->history->ops.at[op];
        if (o->end == LC_NEVER || o->end < place || b->label_of.at[op] != LC_NO_LABEL) continue;
        if (lc_op_outcome(b->history, o) != LC_FAIL) continue;
        uint32_t label = lc_failed_label(b, op);
        if (label == LC_NO_LABEL) return false;
        if (!belongs_to(part, &b->labels.at[label]) || b->labels.at[label].pure) continue;
        if (!lc_push(b->budget, &u->ops, op)) return false;
        b->label_of.at[op] = label;
    }
    return true;
}

void lc_unfailed_free(lc_unfailed *u) {
    if (!u->binding) return;
    for (uint32_t i = 0; i < u->ops.count; i++) u->binding->label_of.at[u->ops.at[i]] = LC_NO_LABEL;
    lc_vec_free(u->binding->budget, &u->ops);
}

bool lc_cut_part(lc_part *cut, const lc_part *part, const lc_unfailed *u, uint32_t length, lc_event_list *events) {
    const lince_history *h = u->binding->history;
    lc_budget *budget = u->binding->budget;
    events->count = 0;
    uint32_t next = 0; /* failed operation */
    for (uint32_t i = 0;; i++) {
        bool over = i == part->event_count || lc_place_of(h, part->events[i]) >= length;
        uint32_t until = over ? length : lc_place_of(h, part->events[i]);
        for (; next < u->ops.count && h->ops.at[u->ops.at[next]].call < until; next++)
            if (h->ops.at[u->ops.at[next]].end >= length &&
                !lc_push(budget, events, lc_make_event(u->ops.at[next], LC_INVOKE)))
                return false;
        if (over) break;
        if (!lc_push(budget, events, part->events[i])) return false;
    }
    *cut = *part;
    cut->events = events->at;
    cut->event_count = events->count;
    return true;
}

/* A prefix of the part itself, where no failed operation could have happened. */
static uint32_t events_before(const lince_history *h, const lc_part *part, uint32_t length) {
    uint32_t low = 0, high = part->event_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lc_place_of(h, part->events[middle]) < length) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool lc_failing_take(lc_failing *f, lc_binding *b, const lc_part *part, uint32_t length) {
    const lince_history *h = b->history;
    assert(length && length <= h->events.count);
    lc_event end = h->events.at[length - 1];
    *f = (lc_failing){.part = *part, .before = *part, .last = lc_event_op(end)};
    f->returns = b->label_of.at[f->last] != LC_NO_LABEL;
    if (!f->returns && !lc_push(b->budget, &f->failed, f->last)) return false;
    if (!lc_unfail(&f->unfailed, b, part, length - 1)) return false;
    if (f->unfailed.ops.count)
        return lc_cut_part(&f->part, part, &f->unfailed, length, &f->events) &&
               lc_cut_part(&f->before, part, &f->unfailed, length - 1, &f->events_before);
    f->part.event_count = events_before(h, part, length);
    f->before.event_count = events_before(h, part, length - 1);
    return true;
}

void lc_failing_free(lc_failing *f, lc_budget *budget) {
    lc_unfailed_free(&f->unfailed);
    lc_vec_free(budget, &f->failed);
    lc_vec_free(budget, &f->earlier);
    lc_vec_free(budget, &f->events);
    lc_vec_free(budget, &f->events_before);
}

bool lc_failing_rest(lc_part *rest, const lc_failing *f, const lc_part *some, const lince_history *h,
                     lc_event_list *events, lc_budget *budget) {
    *rest = *some;
    if (f->returns) {
        assert(some->event_count && some->events[some->event_count - 1] == lc_make_event(f->last, LC_RETURN));
        rest->event_count--;
    }
    if (!f->failed.count) return true;
    events->count = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i <= rest->event_count; i++) {
        uint32_t place = i == rest->event_count ? LC_NEVER : lc_place_of(h, rest->events[i]);
        for (; next < f->failed.count && h->ops.at[f->failed.at[next]].call < place; next++)
            if (!lc_push(budget, events, lc_make_event(f->failed.at[next], LC_INVOKE))) return false;
        if (i < rest->event_count && !lc_push(budget, events, rest->events[i])) return false;
    }
    rest->events = events->at;
    rest->event_count = events->count;
    return true;
}
