#include "logic/stays.h"

#include <assert.h>
#include <string.h>

void lc_stays_init(lc_stays *s, uint32_t k, lc_budget *budget) {
    assert(k <= LC_MOST_STEPS);
    *s = (lc_stays){.budget = budget, .k = k};
    lc_map64_init(&s->index, budget);
}

void lc_stays_clear(lc_stays *s) {
    lc_map64_clear(&s->index);
    s->at.count = s->empties.count = 0;
    memset(s->open, 0, sizeof s->open);
    s->partly = s->repeated = s->exact = false;
}

void lc_stays_free(lc_stays *s) {
    lc_map64_free(&s->index);
    lc_vec_free(s->budget, &s->at);
    lc_vec_free(s->budget, &s->empties);
}

/* ---- one operation ---- */

static lc_seen *seen(lc_stays *s, uint64_t value) {
    uint32_t number = lc_map64_get(&s->index, value);
    if (number != LC_NOT_MAPPED) return &s->at.at[number];
    lc_seen fresh = {.stay = {LC_NO_INTERVAL, LC_NO_INTERVAL},
                     .add = LC_NO_OPERATION,
                     .remove = LC_NO_OPERATION,
                     .again = LC_NO_OPERATION};
    if (!lc_push(s->budget, &s->at, fresh)) return NULL;
    lc_map64_put(&s->index, value, s->at.count - 1);
    return &s->at.at[s->at.count - 1];
}

void lc_stays_add(lc_stays *s, uint64_t value, lc_interval when, bool returned, uint32_t op) {
    assert(when.from <= s->k && (!returned || when.to <= s->k));
    lc_seen *v = seen(s, value);
    if (!v) return;
    v->additions++;
    v->add = op;
    v->stay.add = (lc_interval){when.from, returned ? when.to : s->k + 1};
}

void lc_stays_remove(lc_stays *s, uint64_t value, lc_interval when, uint32_t op) {
    assert(when.from <= when.to && when.to <= s->k);
    lc_seen *v = seen(s, value);
    if (!v) return;
    if (v->removals++) {
        v->again = op;
    } else {
        v->remove = op;
        v->stay.remove = when;
    }
}

void lc_stays_empty(lc_stays *s, lc_interval when, uint32_t op) {
    assert(when.from <= when.to && when.to <= s->k);
    (void)lc_push(s->budget, &s->empties, (lc_seen_empty){when, op});
}

void lc_stays_open_removal(lc_stays *s, uint32_t from) {
    assert(from <= s->k);
    s->open[from]++;
}

void lc_stays_other(lc_stays *s) { s->partly = true; }

/* Each value that nobody removed gets the widest interval it may have.  Where all of them can have it no choice was
 * made, and what contains no pattern is good. */
void lc_stays_finish(lc_stays *s) {
    uint32_t first = 0, staying = 0;
    while (first <= s->k && !s->open[first]) first++;
    for (uint32_t i = 0; i < s->at.count; i++) {
        lc_seen *v = &s->at.at[i];
        s->repeated = s->repeated || v->additions > 1;
        if (v->removals) continue;
        staying += v->stay.add.to <= s->k;
        v->stay.remove = (lc_interval){first, s->k + 1};
    }
    s->exact = !s->partly && !s->repeated && (first > s->k || staying <= s->open[first]);
}

/* ---- a history ---- */

/* How far an event got: what happened later is not known yet. */
static bool returned_by(const lince_history *h, const lc_op *op, uint32_t events) {
    return op->end < events && lc_op_outcome(h, op) == LC_RETURN;
}

static uint32_t recent(uint32_t step, uint32_t length, uint32_t k) {
    return length <= k ? step : step + k <= length ? 0 : step + k - length;
}

static void take_operation(lc_stays *s, const lc_binding *b, uint32_t number, lc_interval when, bool returned) {
    lc_meaning m;
    lc_mean(b, number, &m);
    if (m.method->role == LINCE_ROLE_ADD && m.last != LINCE_EMPTY) {
        lc_stays_add(s, m.last, when, returned, number);
    } else if (m.method->role == LINCE_ROLE_REMOVE) {
        if (!returned) lc_stays_open_removal(s, when.from);
        else if (m.pure) lc_stays_empty(s, when, number);
        else if (m.known) lc_stays_remove(s, m.result, when, number);
        else lc_stays_open_removal(s, when.from);
    } else if (returned) {
        lc_stays_other(s);
    }
}

void lc_stays_of(lc_stays *s, const lc_binding *b, uint32_t object, const lc_intervals *intervals, uint32_t events) {
    const lince_history *h = b->history;
    uint32_t length = 0;
    for (uint32_t o = h->ops.count; o > 0; o--) { /* calls are in order, and so are the steps in which they are */
        if (h->ops.at[o - 1].call >= events || lc_interval_none(intervals->at.at[o - 1])) continue;
        length = intervals->at.at[o - 1].from;
        break;
    }
    lc_stays_clear(s);
    for (uint32_t o = 0; o < h->ops.count && h->ops.at[o].call < events; o++) {
        lc_interval i = intervals->at.at[o];
        if (lc_interval_none(i) || lc_object_of(b, o) != object) continue;
        bool returned = returned_by(h, &h->ops.at[o], events);
        uint32_t to = returned ? i.to : length;
        take_operation(s, b, o, (lc_interval){recent(i.from, length, s->k), recent(to, length, s->k)}, returned);
    }
    lc_stays_finish(s);
}
