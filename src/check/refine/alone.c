#include "check/refine/alone.h"

static const lince_history *history_of(const lc_alone *a) { return a->judge->binding->history; }

static uint32_t failed_count(const lc_alone *a) { return a->failing->failed.count + a->failing->earlier.count; }

static uint32_t failed_at(const lc_alone *a, uint32_t i) {
    const lc_failing *f = a->failing;
    return i < f->failed.count ? f->failed.at[i] : f->earlier.at[i - f->failed.count];
}

/* The next of the events that are not in the part: those of operations that failed, and of the last operation if it is
 * one of another part.  They are few. */
static bool next_outside(const lc_alone *a, uint32_t from, lc_event *next) {
    const lince_history *h = history_of(a);
    uint32_t best = LC_NEVER;
    for (uint32_t i = 0; i <= failed_count(a); i++) {
        bool failed = i < failed_count(a);
        if (!failed && a->failing->returns) break;
        uint32_t op = failed ? failed_at(a, i) : a->failing->last;
        lc_event both[] = {lc_make_event(op, LC_INVOKE), lc_make_event(op, failed ? LC_FAIL : LC_RETURN)};
        for (size_t k = 0; k < 2; k++) {
            uint32_t place = lc_place_of(h, both[k]);
            if (place < from || place >= best) continue;
            best = place;
            *next = both[k];
        }
    }
    return best != LC_NEVER;
}

static bool list_moments(lc_alone *a, const lc_part *part) {
    lc_budget *budget = a->judge->budget;
    a->moments.count = a->step.count = 0;
    uint32_t from = 0;
    for (uint32_t i = 0; i <= part->event_count; i++) {
        uint32_t place = i < part->event_count ? lc_place_of(history_of(a), part->events[i]) : LC_NEVER;
        for (lc_event e; next_outside(a, from, &e) && lc_place_of(history_of(a), e) < place;) {
            if (!lc_push(budget, &a->moments, e) || !lc_push(budget, &a->step, 0)) return false;
            from = lc_place_of(history_of(a), e) + 1;
        }
        if (i == part->event_count) break;
        if (!lc_push(budget, &a->moments, part->events[i]) || !lc_push(budget, &a->step, 0)) return false;
        from = place + 1;
    }
    return true;
}

/* Has the operation of this moment failed before the moment `now`?  Then it did not happen. */
static bool is_over(const lc_alone *a, lc_event e, uint32_t now) {
    for (uint32_t i = 0; i < failed_count(a); i++)
        if (failed_at(a, i) == lc_event_op(e))
            return lc_place_of(history_of(a), lc_make_event(lc_event_op(e), LC_FAIL)) <=
                   lc_place_of(history_of(a), a->moments.at[now]);
    return false;
}

static bool is_outside(const lc_alone *a, uint32_t op) { return !a->failing->returns && op == a->failing->last; }

/* The steps of the moments up to `now`; returns how many there were before the last. */
static uint32_t count_steps(lc_alone *a, uint32_t now) {
    uint32_t length = 0, object = a->failing->part.object;
    bool returned = false;
    for (uint32_t i = 0; i <= now; i++) {
        lc_event e = a->moments.at[i];
        bool counts = !is_over(a, e, now) && lc_object_of(a->judge->binding, lc_event_op(e)) == object;
        if (counts && lc_event_what(e) == LC_INVOKE) {
            length += returned;
            returned = false;
        } else if (counts) {
            returned = true;
        }
        a->step.at[i] = length;
    }
    return length;
}

typedef enum lc_kept { OLD_CALLS, OLD_RETURNS, RECENT } lc_kept;

static bool add(lc_alone *a, uint32_t now, uint32_t until, lc_kept kept) {
    for (uint32_t i = 0; i <= now; i++) {
        lc_event e = a->moments.at[i];
        lc_kept its = a->step.at[i] > until ? RECENT : lc_event_what(e) == LC_INVOKE ? OLD_CALLS : OLD_RETURNS;
        if (its != kept || is_over(a, e, now) || is_outside(a, lc_event_op(e))) continue;
        if (!lc_push(a->judge->budget, &a->view, e)) return false;
    }
    return true;
}

/* A_k after the moment `now`, as in view.h. */
static lc_outcome judge(lc_alone *a, uint32_t now) {
    uint32_t length = count_steps(a, now), until = length > a->k ? length - a->k : 0;
    a->view.count = 0;
    for (lc_kept kept = OLD_CALLS; kept <= RECENT; kept++)
        if (!add(a, now, until, kept)) return LC_HALTED;
    lc_part view = a->failing->part;
    view.events = a->view.at;
    view.event_count = a->view.count;
    return lc_judge_part(a->judge, &view);
}

static lc_outcome decide(lc_alone *a, const lc_part *part, bool but_the_last) {
    if (!list_moments(a, part)) return LC_HALTED;
    uint32_t count = a->moments.count - (but_the_last && a->moments.count);
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < count && outcome == LC_HOLDS; i++)
        if (lc_event_what(a->moments.at[i]) == LC_RETURN) outcome = judge(a, i);
    return outcome;
}

lc_outcome lc_decide_alone(void *alone, const lc_part *part) { return decide(alone, part, false); }
lc_outcome lc_decide_rest_alone(void *alone, const lc_part *part) { return decide(alone, part, true); }

void lc_alone_free(lc_alone *a) {
    lc_vec_free(a->judge->budget, &a->moments);
    lc_vec_free(a->judge->budget, &a->view);
    lc_vec_free(a->judge->budget, &a->step);
}
