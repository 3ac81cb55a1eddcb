#include "check/quasi/line.h"

void lc_quasi_line_init(lc_quasi_line *l, lc_budget *budget) { *l = (lc_quasi_line){.budget = budget}; }

static void free_set(lc_quasi_line *l, lc_quasi_set *s) {
    lc_vec_free(l->budget, &s->ops);
    lc_vec_free(l->budget, &s->returns);
}

void lc_quasi_line_free(lc_quasi_line *l) {
    lc_vec_free(l->budget, &l->ops);
    lc_vec_free(l->budget, &l->returns);
    lc_vec_free(l->budget, &l->ranges);
    for (uint32_t i = 0; i < LC_FACTOR_SETS; i++) free_set(l, &l->sets[i]);
    free_set(l, &l->rest);
}

/* They ascend. */
uint32_t lc_quasi_find(const lc_quasi_line *l, uint32_t op) {
    uint32_t low = 0, high = l->ops.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (l->ops.at[middle].op <= op) low = middle;
        else high = middle;
    }
    return low < l->ops.count && l->ops.at[low].op == op ? low : LC_NONE;
}

static bool list_events(lc_quasi_line *l, const lc_part *part) {
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE) {
            lc_quasi_op fresh = {.op = op, .before = l->returns.count, .ends = LC_NEVER, .after = LC_NONE};
            if (!lc_push(l->budget, &l->ops, fresh)) return false;
        } else {
            uint32_t local = lc_quasi_find(l, op);
            l->ops.at[local].ends = l->returns.count;
            if (!lc_push(l->budget, &l->returns, local)) return false;
        }
    }
    return true;
}

/* Labels and sets; a pending operation has no result here, even if it returned elsewhere. */
static bool look_up(lc_quasi_line *l, lc_binding *b, const lc_factors *factors) {
    for (uint32_t i = 0; i < l->ops.count; i++) {
        lc_quasi_op *x = &l->ops.at[i];
        x->label = lc_label_op(b, x->op);
        if (x->label != LC_NO_LABEL && x->ends == LC_NEVER) x->label = lc_pending_label(b, x->label);
        if (x->label == LC_NO_LABEL) return false;
        const lc_instance *instance = b->objects.at[lc_object_of(b, x->op)].instance;
        x->sets = lc_factors_of(factors, instance->spec, lc_row_of(b, x->op));
        l->disjoint = l->disjoint && !(x->sets & (x->sets - 1));
    }
    return true;
}

/* Of operations that touch in an instant the one before, if it returns here. */
static void read_ties(lc_quasi_line *l, const lince_history *h) {
    for (uint32_t i = 0; i < l->ops.count && h->ties.count; i++)
        for (uint32_t op = lc_tied_to(h, l->ops.at[i].op); op != LC_NEVER; op = lc_tied_to(h, op)) {
            uint32_t before = lc_quasi_find(l, op);
            if (before == LC_NONE || l->ops.at[before].ends == LC_NEVER) continue;
            l->ops.at[i].after = before;
            l->tied = true;
            break;
        }
}

static bool fill_set(lc_quasi_line *l, lc_quasi_set *s, uint32_t sets, bool rest) {
    s->ops.count = s->returns.count = 0;
    for (uint32_t i = 0; i < l->ops.count; i++)
        if (rest ? !l->ops.at[i].sets : l->ops.at[i].sets & sets)
            if (!lc_push(l->budget, &s->ops, i)) return false;
    for (uint32_t i = 0; i < l->returns.count; i++) {
        uint32_t op = l->returns.at[i];
        if (rest ? !l->ops.at[op].sets : l->ops.at[op].sets & sets)
            if (!lc_push(l->budget, &s->returns, op)) return false;
    }
    return true;
}

/* Earliest and latest places: one walk along calls and returns together.  An operation was called before another
 * returned unless that one is among those that had returned before. */
static void measure(lc_quasi_line *l, uint32_t set) {
    const lc_quasi_set *s = &l->sets[set];
    uint32_t returned = 0;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        uint32_t op = s->ops.at[i];
        while (returned < s->returns.count && l->ops.at[s->returns.at[returned]].ends < l->ops.at[op].before)
            returned++;
        l->ranges.at[op * l->set_count + set] =
            (lc_quasi_range){.earliest = returned + 1, .latest = LC_NEVER, .ends = LC_NEVER};
    }
    uint32_t called = 0;
    for (uint32_t i = 0; i < s->returns.count; i++) {
        uint32_t op = s->returns.at[i];
        while (called < s->ops.count && l->ops.at[s->ops.at[called]].before <= l->ops.at[op].ends) called++;
        lc_quasi_range *r = &l->ranges.at[op * l->set_count + set];
        r->latest = called;
        r->ends = i;
    }
}

bool lc_quasi_line_build(lc_quasi_line *l, const lc_part *part, lc_binding *b, const lc_factors *factors) {
    l->ops.count = l->returns.count = l->ranges.count = 0;
    l->set_count = factors->count;
    l->disjoint = true;
    l->tied = false;
    if (!list_events(l, part) || !look_up(l, b, factors)) return false;
    read_ties(l, b->history);
    bool fine = lc_reserve(l->budget, &l->ranges, l->ops.count * l->set_count + 1);
    for (uint32_t i = 0; i < l->set_count && fine; i++) {
        fine = fill_set(l, &l->sets[i], 1u << i, false);
        if (fine) measure(l, i);
    }
    fine = fine && fill_set(l, &l->rest, 0, true);
    l->complete = fine && l->set_count == 1 && l->sets[0].ops.count == l->ops.count;
    return fine;
}
