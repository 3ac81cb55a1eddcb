#include "counting/patterns/refine_scan.h"

static void invoke(lc_window *w, const lc_meaning *m, uint32_t slot, uint32_t op) {
    if (m->method->role == LINCE_ROLE_ADD && m->last != LINCE_EMPTY) lc_window_call_add(w, slot, m->last, op);
    else if (m->method->role == LINCE_ROLE_REMOVE) lc_window_call_remove(w, slot, op);
    else lc_window_call_other(w, slot);
}

/* A removal whose returned value is not known is as good as one that crashed. */
static void bring_back(lc_window *w, const lc_meaning *m, uint32_t slot) {
    if (m->method->role != LINCE_ROLE_REMOVE) lc_window_return(w, slot);
    else if (m->pure) lc_window_return_empty(w, slot);
    else if (m->known) lc_window_return_value(w, slot, m->result);
    else lc_window_crash(w, slot);
}

static void add_event(lc_window *w, const lc_binding *b, lc_event event) {
    uint32_t op = lc_event_op(event), slot = b->history->ops.at[op].thread;
    lc_meaning m;
    lc_mean(b, op, &m);
    if (lc_event_what(event) == LC_INVOKE) invoke(w, &m, slot, op);
    else if (lc_event_what(event) == LC_RETURN) bring_back(w, &m, slot);
    else lc_window_crash(w, slot);
}

static void note_op(lc_refine_scan *a, uint32_t op, lc_budget *budget) {
    if (op != LC_NO_OPERATION) (void)lc_push(budget, &a->ops, op);
}

static void note_ops(lc_refine_scan *a, const lc_lifetimes *s, const lc_match *m, lc_budget *budget) {
    a->kind = m->pattern.kind;
    a->single = m->pattern.count > 0;
    for (uint32_t i = 0; i < m->pattern.count; i++) {
        const lc_seen *v = &s->at.at[m->stay[i]];
        note_op(a, v->add, budget);
        note_op(a, v->remove, budget);
        if (a->kind <= LC_TWICE) note_op(a, v->again, budget);
    }
    if (a->single && a->kind == LC_NOT_EMPTY) note_op(a, s->empties.at[m->empty].op, budget);
}

/* A window has forgotten values that are gone, and takes one that is removed again for one that was never added. */
static void recall(lc_refine_scan *a, const lc_binding *b, const lc_event *events, uint32_t again, lc_budget *budget) {
    lc_meaning m;
    lc_mean(b, again, &m);
    lince_value value = m.result;
    for (uint32_t i = 0; i < a->event; i++) {
        uint32_t op = lc_event_op(events[i]);
        lc_mean(b, op, &m);
        bool adds = m.method->role == LINCE_ROLE_ADD && m.last == value && lc_event_what(events[i]) == LC_INVOKE;
        bool removed = m.method->role == LINCE_ROLE_REMOVE && !m.pure && m.result == value && op != again &&
                       lc_event_what(events[i]) == LC_RETURN;
        if (lc_op_outcome(b->history, &b->history->ops.at[op]) == LC_FAIL || !(adds || removed)) continue;
        note_op(a, op, budget);
        a->kind = LC_TWICE;
    }
}

void lc_patterns_scan(lc_refine_scan *a, lc_container container, uint32_t k, const lc_binding *b,
                      const lc_event *events, size_t count, lc_budget *budget) {
    const lince_history *h = b->history;
    lc_window w;
    lc_match m;
    *a = (lc_refine_scan){.answer = LC_CONTAINS_NONE};
    lc_window_init(&w, container, k, budget);
    for (size_t i = 0; i < count && a->answer != LC_CONTAINS_SOME && !lc_exhausted(budget); i++) {
        if (lc_op_outcome(h, &h->ops.at[lc_event_op(events[i])]) == LC_FAIL) continue; /* it has not happened */
        add_event(&w, b, events[i]);
        if (lc_event_what(events[i]) != LC_RETURN) continue;
        lc_contains answer = lc_window_decide(&w, &m);
        if (answer != LC_CONTAINS_NONE) a->answer = answer;
        a->event = (uint32_t)i;
        if (answer != LC_CONTAINS_SOME) continue;
        note_ops(a, &w.lifetimes, &m, budget);
        if (a->kind == LC_ORPHAN && a->ops.count) recall(a, b, events, a->ops.at[0], budget);
    }
    if (lc_exhausted(budget)) a->answer = LC_CONTAINS_UNKNOWN;
    lc_window_free(&w);
}

void lc_refine_scan_free(lc_refine_scan *a, lc_budget *budget) { lc_vec_free(budget, &a->ops); }
