/* Stays told operation by operation, or from a history of which only the last k steps are told apart: what those must
 * agree with who go along a history (counting/patterns/window.h). */
#ifndef LC_TESTS_COUNTING_LIFETIMES_H
#define LC_TESTS_COUNTING_LIFETIMES_H

#include <assert.h>

#include "counting/patterns/value_lifetimes.h"
#include "history/interval.h"
#include "spec/bind.h"

static LC_VEC(uint64_t) lifetimes_values; /* by the number they have in the lifetimes */

static void lifetimes_begin(lc_lifetimes *s) {
    lc_lifetimes_clear(s);
    lifetimes_values.count = 0;
}

static lc_seen *lifetimes_seen(lc_lifetimes *s, uint64_t value) {
    uint32_t number = 0;
    while (number < s->at.count && lifetimes_values.at[number] != value) number++;
    if (number < s->at.count) return &s->at.at[number];
    lc_seen fresh = {.stay = {LC_NO_INTERVAL, LC_NO_INTERVAL},
                     .add = LC_NO_OPERATION,
                     .remove = LC_NO_OPERATION,
                     .again = LC_NO_OPERATION};
    if (!lc_push(s->budget, &s->at, fresh) || !lc_push(NULL, &lifetimes_values, value)) abort();
    return &s->at.at[number];
}

/* Operations in any order, with intervals in 0..k; those that have not returned end at any step. */
static void lifetimes_add(lc_lifetimes *s, uint64_t value, lc_interval when, bool returned, uint32_t op) {
    assert(when.from <= s->k && (!returned || when.to <= s->k));
    lc_seen *v = lifetimes_seen(s, value);
    v->additions++;
    v->add = op;
    v->stay.add = (lc_interval){when.from, returned ? when.to : s->k + 1};
}

static void lifetimes_remove(lc_lifetimes *s, uint64_t value, lc_interval when, uint32_t op) {
    assert(when.from <= when.to && when.to <= s->k);
    lc_seen *v = lifetimes_seen(s, value);
    if (v->removals++) {
        v->again = op;
    } else {
        v->remove = op;
        v->stay.remove = when;
    }
}

/* ---- a history ---- */

static uint32_t lifetimes_recent(uint32_t step, uint32_t length, uint32_t k) {
    return length <= k ? step : step + k <= length ? 0 : step + k - length;
}

static void lifetimes_operation(lc_lifetimes *s, const lc_binding *b, uint32_t number, lc_interval when,
                                bool returned) {
    lc_meaning m;
    lc_mean(b, number, &m);
    if (m.method->role == LINCE_ROLE_ADD && m.last != LINCE_EMPTY) lifetimes_add(s, m.last, when, returned, number);
    else if (m.method->role == LINCE_ROLE_REMOVE && !returned) s->open[when.from]++;
    else if (m.method->role == LINCE_ROLE_REMOVE && m.pure) lc_lifetimes_empty(s, when, number);
    else if (m.method->role == LINCE_ROLE_REMOVE && m.known) lifetimes_remove(s, m.result, when, number);
    else if (m.method->role == LINCE_ROLE_REMOVE) s->open[when.from]++;
    else if (returned) s->partly = true;
}

/* A_k of the first `events` events.  `intervals` are those of the whole history. */
__attribute__((unused)) static void lifetimes_of(lc_lifetimes *s, const lc_binding *b, const lc_intervals *intervals,
                                                 uint32_t events) {
    const lince_history *h = b->history;
    uint32_t length = 0;
    for (uint32_t o = h->ops.count; o > 0; o--) { /* calls are in order, and so are the steps in which they are */
        if (h->ops.at[o - 1].call >= events || lc_interval_none(intervals->at.at[o - 1])) continue;
        length = intervals->at.at[o - 1].from;
        break;
    }
    lifetimes_begin(s);
    for (uint32_t o = 0; o < h->ops.count && h->ops.at[o].call < events; o++) {
        lc_interval i = intervals->at.at[o];
        if (lc_interval_none(i)) continue;
        /* what happened later is not known yet */
        bool returned = h->ops.at[o].end < events && lc_op_outcome(h, &h->ops.at[o]) == LC_RETURN;
        uint32_t to = returned ? i.to : length;
        lc_interval when = {lifetimes_recent(i.from, length, s->k), lifetimes_recent(to, length, s->k)};
        lifetimes_operation(s, b, o, when, returned);
    }
    lc_lifetimes_finish(s);
}

#endif
