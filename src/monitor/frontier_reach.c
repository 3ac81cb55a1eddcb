/* The configurations that can be reached when an operation returns.
 *
 * Everything that is open may take effect before it, in any order, and so may everything that crashed.  Most of that
 * need not be tried, because it can as well come later:
 *
 * - Before the operation, if it changes nothing and is possible at once: any effect before it is as well possible after
 *   it.
 * - One that crashed, right before another that is possible without it and ignores it (lco_ignores_crashed): the two
 *   can change places, or the first had no effect.  So those that crashed come only before one that *needs* them.
 * - One that crashed and sets a value, right behind another that crashed: that one had no effect.  Or a value that no
 *   operation wants.
 *
 * It does not matter by which way a configuration was reached first: any step that is not tried from there because of
 * it is tried from its predecessor.
 *
 * Invariants.  An operation takes effect once: only where it is not effective yet.  The visited configurations and the
 * chains have the same numbers, and a chain holds the configurations that differ only in the crashed operations they
 * spent.  Unless memory is out, every configuration in `after` has the operation that returns among the effective ones.
 */
#include <assert.h>
#include <string.h>

#include "monitor/frontier.h"

enum { MOST_COMPARED = 1 << 20, MOST_BYTES = 64 << 20 };

/* ---- steps ---- */

static void keep_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    lco_frontiers *f = context;
    uint32_t known = f->states.items.count;
    lco_outcome_kept kept = {.state = lc_intern_add(&f->states, state, size)};
    if (f->states.items.count > known) f->bytes += size;
    uint32_t count = 0;
    while (f->with_results && count < LINCE_RESULTS_MAX && results->at[count] != LINCE_NO_VALUE) count++;
    if (f->with_results) kept.results = lince_tuple(f->watch->values, results->at, count);
    if (kept.state != LC_NOT_INTERNED) (void)lc_push(&f->watch->budget, &f->emitted, kept);
}

bool lco_frontier_is_answered(const lco_frontiers *f, const lco_seat *who) {
    return who->op.fortune == LCO_IS_OPEN && !who->forgotten &&
           f->watch->instance->spec->methods[who->op.method].results_max;
}

void lco_frontier_step(lco_frontiers *f, uint32_t from, const lco_watched *op, bool with_results) {
    size_t args, results;
    const lince_value *values = lc_payload_items(f->watch->values, &op->args, &args);
    lince_call call = {.method = op->method, .argc = (uint32_t)args, .args = values};
    lince_value known[LINCE_RESULTS_MAX] = {0};
    call.known = op->fortune == LCO_HAS_RETURNED;
    if (call.known) {
        const lince_value *got = lc_payload_items(f->watch->values, &op->results, &results);
        memcpy(known, got, results * sizeof *known);
        call.results = known;
    }
    const lc_interned *state = lc_intern_get(&f->states, from);
    f->emitted.count = 0;
    f->with_results = with_results;
    lc_run_next(&f->runner, state->bytes, state->size, &call, 1, keep_outcome, f);
}

void lco_frontier_start(lco_frontiers *f) {
    f->emitted.count = 0;
    f->with_results = false;
    lc_run_init(&f->runner, keep_outcome, f);
}

/* ---- arriving ---- */

static void set_out(lco_frontiers *f) {
    lc_intern_clear(&f->seen);
    f->chains.count = f->reached.count = f->compared = 0;
}

/* Unless a configuration is there already that spent no more. */
static void arrive(lco_frontiers *f, lco_configuration c, uint64_t needed_by) {
    struct {
        uint64_t effective;
        uint32_t state, answers;
    } but_spent = {c.effective, c.state, c.answers};
    uint32_t chain = lc_intern_add(&f->seen, &but_spent, sizeof but_spent);
    assert(chain <= f->chains.count || lc_exhausted(&f->watch->budget));
    /* Memory is out for it, or was out for the chain of another one. */
    if (chain > f->chains.count) return;
    if (chain == f->chains.count && !lc_push(&f->watch->budget, &f->chains, UINT32_MAX)) return;
    for (uint32_t i = f->chains.at[chain]; i != UINT32_MAX; i = f->reached.at[i].next) {
        lco_reached *other = &f->reached.at[i];
        f->compared++;
        if (lco_spent_no_more(&f->spendings, other->c.spent, c.spent)) return;
        if (lco_spent_no_more(&f->spendings, c.spent, other->c.spent)) other->beaten = true;
    }
    lco_reached r = {.c = c, .next = f->chains.at[chain], .needed_by = needed_by};
    if (lc_push(&f->watch->budget, &f->reached, r)) f->chains.at[chain] = f->reached.count - 1;
}

/* Nothing may be concluded from the results of a specification that is out of memory. */
static bool is_out_of_memory(lco_frontiers *f) {
    if (f->runner.out_of_memory) atomic_store(&f->watch->budget.exhausted, true);
    return lc_exhausted(&f->watch->budget);
}

/* ---- going on ---- */

static void let_seat(lco_frontiers *f, const lco_frontier *x, uint32_t s, lco_configuration c) {
    assert(x->seats.at[s].taken && !(c.effective >> s & 1));
    lco_frontier_step(f, c.state, &x->seats.at[s].op, lco_frontier_is_answered(f, &x->seats.at[s]));
    for (uint32_t i = 0; i < f->emitted.count; i++) {
        lco_configuration next = c;
        next.effective |= UINT64_C(1) << s;
        next.state = f->emitted.at[i].state;
        if (f->with_results) next.answers = lco_answers_with(&f->answers, c.answers, s, f->emitted.at[i].results);
        arrive(f, next, LCO_ANYBODY);
    }
}

/* An operation that never returns need not take effect if that changes nothing. */
static void let_crashed(lco_frontiers *f, const lco_frontier *x, uint32_t kind, lco_configuration c,
                        uint64_t needed_by) {
    assert(kind < x->crashed.count && lco_spent(&f->spendings, c.spent, kind) <= x->crashed.at[kind].count);
    if (lco_spent(&f->spendings, c.spent, kind) >= x->crashed.at[kind].count) return;
    lco_frontier_step(f, c.state, &x->crashed.at[kind].op, false);
    for (uint32_t i = 0; i < f->emitted.count; i++) {
        lco_configuration next = c;
        next.state = f->emitted.at[i].state;
        if (next.state == c.state) continue;
        next.spent = lco_spend(&f->spendings, c.spent, kind);
        arrive(f, next, needed_by);
    }
}

static bool changes_nothing(const lco_frontiers *f, const lco_watched *op) {
    const lince_method *m = &f->watch->instance->spec->methods[op->method];
    if (op->fortune != LCO_HAS_RETURNED) return false;
    return m->pure || (m->pure_result != LINCE_NO_VALUE && op->results == m->pure_result);
}

/* The seated operations that ignore the effects of crashed ones. */
static uint64_t who_ignores_crashed(const lco_frontiers *f, const lco_frontier *x) {
    uint64_t all = 0;
    for (uint32_t s = 0; x->crashed.count && s < x->seats.count; s++) {
        const lco_watched *op = &x->seats.at[s].op;
        if (!x->seats.at[s].taken || op->fortune != LCO_HAS_RETURNED) continue;
        if (changes_nothing(f, op) || lco_ignores_crashed(f->watch, op)) all |= UINT64_C(1) << s;
    }
    return all;
}

typedef struct journey {
    const lco_frontier *x;
    uint32_t seat;
    bool changes_nothing; /* the one in it */
    bool any_value;       /* may be of use; else the wanted ones */
    uint64_t ignorant;    /* those that ignore the effects of crashed ones */
} journey;

static void want(lco_frontiers *f, journey *j, const lco_watched *op) {
    lince_value value = lco_value_wanted(f->watch, op);
    if (value == LINCE_NO_VALUE) j->any_value = true;
    else (void)lc_push(&f->watch->budget, &f->wanted, value);
}

/* The values that the open operations want, and the crashed ones that do not set one themselves. */
static void find_wanted(lco_frontiers *f, journey *j) {
    const lco_frontier *x = j->x;
    f->wanted.count = 0;
    if (!x->crashed.count) return;
    for (uint32_t s = 0; s < x->seats.count; s++) {
        const lco_watched *op = &x->seats.at[s].op;
        bool writes = lco_value_set(f->watch, op) != LINCE_NO_VALUE; /* which is possible behind any value */
        if (x->seats.at[s].taken && !writes) want(f, j, op);
    }
    for (uint32_t k = 0; k < x->crashed.count && !j->any_value; k++)
        if (x->crashed.at[k].count && x->crashed.at[k].sets == LINCE_NO_VALUE) want(f, j, &x->crashed.at[k].op);
}

/* Is it worth trying behind this configuration? */
static bool is_of_use(const lco_frontiers *f, const journey *j, const lco_kind *kind, uint64_t came_for) {
    if (kind->sets == LINCE_NO_VALUE) return true;
    if (came_for != LCO_ANYBODY) return false;
    bool wanted = j->any_value;
    for (uint32_t i = 0; !wanted && i < f->wanted.count; i++) wanted = f->wanted.at[i] == kind->sets;
    return wanted;
}

static void go_on(lco_frontiers *f, const journey *j, lco_reached from) {
    const lco_frontier *x = j->x;
    uint64_t needed_by = 0;
    if (from.needed_by >> j->seat & 1) {
        let_seat(f, x, j->seat, from.c);
        if (f->emitted.count && j->changes_nothing) return;
        if (!f->emitted.count || !(j->ignorant >> j->seat & 1)) needed_by |= UINT64_C(1) << j->seat;
    }
    for (uint32_t s = 0; s < x->seats.count; s++) {
        if (s == j->seat || !x->seats.at[s].taken || !((from.needed_by & ~from.c.effective) >> s & 1)) continue;
        let_seat(f, x, s, from.c);
        if (!f->emitted.count || !(j->ignorant >> s & 1)) needed_by |= UINT64_C(1) << s;
    }
    for (uint32_t k = 0; needed_by && k < x->crashed.count; k++)
        if (is_of_use(f, j, &x->crashed.at[k], from.needed_by)) let_crashed(f, x, k, from.c, needed_by);
}

/* Does this configuration not contradict what the operation returned? */
static bool agrees(const lco_frontiers *f, const lco_configuration *c, uint32_t seat, const lco_watched *op) {
    if (!c->answers || op->fortune != LCO_HAS_RETURNED) return true;
    lince_value said = lco_answer_of(&f->answers, c->answers, seat);
    return said == LINCE_NO_VALUE || said == op->results;
}

bool lco_frontier_reach(lco_frontiers *f, const lco_frontier *x, uint32_t seat, uint32_t most) {
    uint64_t bit = UINT64_C(1) << seat, bytes = f->bytes;
    journey j = {.x = x, .seat = seat};
    j.changes_nothing = changes_nothing(f, &x->seats.at[seat].op);
    j.ignorant = who_ignores_crashed(f, x);
    find_wanted(f, &j);
    set_out(f);
    f->after.count = 0;
    for (uint32_t i = 0; i < x->at.count; i++)
        if (agrees(f, &x->at.at[i], seat, &x->seats.at[seat].op)) arrive(f, x->at.at[i], LCO_ANYBODY);
    for (uint32_t i = 0; i < f->reached.count; i++) {
        lco_reached r = f->reached.at[i];
        if (r.beaten || r.c.effective & bit) continue;
        if (f->reached.count > most || f->compared > MOST_COMPARED || is_out_of_memory(f)) return false;
        if (f->bytes - bytes > MOST_BYTES) return false;
        go_on(f, &j, r);
    }
    for (uint32_t i = 0; i < f->reached.count; i++) {
        const lco_reached *r = &f->reached.at[i];
        if (!r->beaten && r->c.effective & bit) (void)lc_push(&f->watch->budget, &f->after, r->c);
    }
    return !is_out_of_memory(f);
}

/* ---- keeping ---- */

/* Crashed operations that every configuration has spent have taken effect; the time no longer matters. */
static void settle(lco_frontiers *f, lco_frontier *x) {
    uint32_t count;
    const lco_spending *some = lco_spending_list(&f->spendings, x->at.at[0].spent, &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t least = some[k].count;
        for (uint32_t i = 1; least && i < x->at.count; i++) {
            uint32_t spent = lco_spent(&f->spendings, x->at.at[i].spent, some[k].kind);
            if (spent < least) least = spent;
        }
        for (uint32_t i = 0; least && i < x->at.count; i++)
            x->at.at[i].spent = lco_spend_less(&f->spendings, x->at.at[i].spent, some[k].kind, least);
        assert(least <= x->crashed.at[some[k].kind].count);
        lco_kind_settle(&x->crashed.at[some[k].kind], least);
        if (least) x->settled = f->watch->events - 1; /* the last event */
    }
    while (x->crashed.count && !x->crashed.at[x->crashed.count - 1].count) x->crashed.count--;
}

void lco_frontier_keep_least(lco_frontiers *f, lco_frontier *x) {
    if (x->at.count > 1) {
        set_out(f);
        for (uint32_t i = 0; i < x->at.count; i++) arrive(f, x->at.at[i], LCO_ANYBODY);
        assert(f->reached.count <= x->at.count); /* they fit */
        x->at.count = 0;
        for (uint32_t i = 0; i < f->reached.count; i++)
            if (!f->reached.at[i].beaten) x->at.at[x->at.count++] = f->reached.at[i].c;
    }
    if (x->at.count && x->crashed.count && !lc_exhausted(&f->watch->budget)) settle(f, x);
}
