#include "monitor/frontier.h"

#include <string.h>

enum { MOST_CONFIGURATIONS = 1 << 16, MANY_STATES = 1 << 16 };

void lc_frontiers_init(lc_frontiers *f, lc_watch *watch) {
    *f = (lc_frontiers){.watch = watch};
    lc_runner_init(&f->runner, watch->instance, watch->values, watch->options.init);
    lc_intern_init(&f->states, &watch->budget);
    lc_intern_init(&f->seen, &watch->budget);
}

void lc_frontiers_free(lc_frontiers *f) {
    lc_budget *budget = &f->watch->budget;
    lc_vec_free(budget, &f->work);
    lc_vec_free(budget, &f->after);
    lc_vec_free(budget, &f->emitted);
    lc_intern_free(&f->seen);
    lc_intern_free(&f->states);
    lc_runner_free(&f->runner);
}

void lc_frontier_free(lc_frontiers *f, lc_frontier *x) {
    lc_vec_free(&f->watch->budget, &x->at);
    lc_vec_free(&f->watch->budget, &x->seats);
}

void lc_frontiers_tidy(lc_frontiers *f, lc_frontier *at, uint32_t count) {
    if (f->states.items.count < 2 * f->states_kept + MANY_STATES) return;
    lc_intern fresh;
    lc_intern_init(&fresh, &f->watch->budget);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < at[i].at.count; k++) {
            const lc_interned *state = lc_intern_get(&f->states, at[i].at.at[k].state);
            uint32_t number = lc_intern_add(&fresh, state->bytes, state->size);
            if (number == LC_NOT_INTERNED) number = 0; /* memory is out, and all will be forgotten */
            at[i].at.at[k].state = number;
        }
    lc_intern_free(&f->states);
    f->states = fresh;
    f->states_kept = fresh.items.count;
}

/* ---- steps ---- */

static void keep_state(void *context, const void *state, size_t size, const lince_results *results) {
    lc_frontiers *f = context;
    (void)results;
    uint32_t number = lc_intern_add(&f->states, state, size);
    if (number != LC_NOT_INTERNED) (void)lc_push(&f->watch->budget, &f->emitted, number);
}

static void run_step(lc_frontiers *f, uint32_t from, const lc_seat *who) {
    size_t args, results;
    const lince_value *values = lc_payload_items(f->watch->values, &who->op.args, &args);
    lince_call call = {.method = who->op.method, .argc = (uint32_t)args, .args = values};
    lince_value known[LINCE_RESULTS_MAX] = {0};
    call.known = who->op.fortune == LC_HAS_RETURNED && !who->any_result;
    if (call.known) {
        const lince_value *got = lc_payload_items(f->watch->values, &who->op.results, &results);
        memcpy(known, got, results * sizeof *known);
        call.results = known;
    }
    const lc_interned *state = lc_intern_get(&f->states, from);
    f->emitted.count = 0;
    lc_run_next(&f->runner, state->bytes, state->size, &call, 1, keep_state, f);
}

void lc_frontier_begin(lc_frontiers *f, lc_frontier *x) {
    x->at.count = 0;
    f->emitted.count = 0;
    lc_run_init(&f->runner, keep_state, f);
    for (uint32_t i = 0; i < f->emitted.count; i++)
        (void)lc_push(&f->watch->budget, &x->at, (lc_configuration){.state = f->emitted.at[i]});
}

/* ---- one frontier ---- */

static bool is_new(lc_frontiers *f, lc_configuration c) {
    uint32_t before = f->seen.items.count;
    return lc_intern_add(&f->seen, &c, sizeof c) == before;
}

/* Lets operations take effect until this one has.  False: there are too many ways. */
static bool take_effect(lc_frontiers *f, lc_frontier *x, uint32_t who) {
    lc_budget *budget = &f->watch->budget;
    uint64_t bit = UINT64_C(1) << who;
    lc_intern_clear(&f->seen);
    f->work.count = f->after.count = 0;
    for (uint32_t i = 0; i < x->at.count; i++)
        if (is_new(f, x->at.at[i])) (void)lc_push(budget, &f->work, x->at.at[i]);
    while (f->work.count) {
        lc_configuration c = f->work.at[--f->work.count];
        if (c.effective & bit) {
            c.effective &= ~bit; /* it is over */
            (void)lc_push(budget, &f->after, c);
            continue;
        }
        if (f->seen.items.count > MOST_CONFIGURATIONS || lc_exhausted(budget)) return false;
        for (uint32_t s = 0; s < x->seats.count; s++) {
            if (!x->seats.at[s].taken || c.effective >> s & 1) continue;
            run_step(f, c.state, &x->seats.at[s]);
            for (uint32_t i = 0; i < f->emitted.count; i++) {
                lc_configuration next = {c.effective | UINT64_C(1) << s, f->emitted.at[i], 0};
                if (is_new(f, next)) (void)lc_push(budget, &f->work, next);
            }
        }
    }
    x->at.count = 0;
    lc_intern_clear(&f->seen);
    for (uint32_t i = 0; i < f->after.count; i++)
        if (is_new(f, f->after.at[i])) (void)lc_push(budget, &x->at, f->after.at[i]);
    return !lc_exhausted(budget);
}

static uint32_t seat_of(const lc_frontier *x, uint64_t call) {
    for (uint32_t i = 0; i < x->seats.count; i++)
        if (x->seats.at[i].taken && x->seats.at[i].op.call == call) return i;
    return UINT32_MAX;
}

static uint32_t free_seat(lc_frontiers *f, lc_frontier *x) {
    for (uint32_t i = 0; i < x->seats.count; i++)
        if (!x->seats.at[i].taken) return i;
    if (x->seats.count == LC_MOST_SEATS || !lc_push(&f->watch->budget, &x->seats, (lc_seat){0})) return UINT32_MAX;
    return x->seats.count - 1;
}

static void tell(lc_frontiers *f, const lc_frontier *x, const lc_watched *op) {
    lince_text reason = {0};
    if (x->key != LINCE_NO_VALUE) {
        lc_text_puts(&reason, "key ");
        lc_value_print(&reason, f->watch->values, x->key);
        lc_text_puts(&reason, ": ");
    }
    lc_watched_print(&reason, f->watch, op);
    lc_text_puts(&reason, " cannot be explained by any order of what happened so far");
    lc_watched_list about = {0};
    uint64_t certain = op->end; /* when what the others return was known, too */
    for (uint32_t i = 0; i < x->seats.count; i++) {
        const lc_seat *s = &x->seats.at[i];
        if (!s->taken) continue;
        (void)lc_push(NULL, &about, s->op);
        if (s->op.fortune == LC_HAS_RETURNED && s->op.end > certain) certain = s->op.end;
    }
    lc_watch_violated(f->watch, true, certain, lc_text(&reason), &about);
    lc_vec_free(NULL, &about);
    lc_text_free(&reason);
}

void lc_frontier_call(lc_frontiers *f, lc_frontier *x, const lc_watched *op, bool any_result) {
    uint32_t s = free_seat(f, x);
    x->alone = x->open++ == 0;
    if (s == UINT32_MAX) {
        x->crowded = true;
        return;
    }
    x->seats.at[s] = (lc_seat){*op, true, any_result};
}

/* Nothing is known of the state but, perhaps, now. */
static void find_anchor(lc_frontiers *f, lc_frontier *x, const lc_watched *op, bool alone) {
    f->watch->covered.not_at_all++;
    if (!alone || !lc_is_anchor(f->watch, op)) return;
    lc_frontier_begin(f, x);
    for (uint32_t i = 0; i < x->seats.count; i++) x->seats.at[i].taken = false;
    x->seats.count = 0;
    uint32_t s = free_seat(f, x);
    if (s == UINT32_MAX) return;
    x->seats.at[s] = (lc_seat){*op, true, false};
    x->adrift = !take_effect(f, x, s) || !x->at.count;
    x->seats.at[s].taken = false;
}

void lc_frontier_return(lc_frontiers *f, lc_frontier *x, const lc_watched *op) {
    uint32_t s = seat_of(x, op->call);
    bool alone = x->alone && x->open == 1;
    x->open--;
    if (x->crowded || s == UINT32_MAX) {
        f->watch->covered.not_at_all++;
        x->adrift = true;
        if (s != UINT32_MAX) x->seats.at[s].taken = false;
        x->crowded = x->open > 0;
        return;
    }
    if (x->adrift) {
        x->seats.at[s].taken = false;
        find_anchor(f, x, op, alone);
        return;
    }
    if (!take_effect(f, x, s)) {
        x->adrift = true;
        f->watch->covered.not_at_all++;
    } else {
        f->watch->covered.exactly += !x->seats.at[s].any_result;
        f->watch->covered.not_at_all += x->seats.at[s].any_result;
        if (!x->at.count) tell(f, x, op);
    }
    x->seats.at[s].taken = false;
}

/* It stays in its seat and may take effect at any time. */
void lc_frontier_crash(lc_frontier *x) { x->alone = false; }

void lc_frontier_fail(lc_frontier *x, const lc_watched *op) {
    uint32_t s = seat_of(x, op->call);
    x->open--;
    if (s == UINT32_MAX) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->at.count; i++)
        if (!(x->at.at[i].effective >> s & 1)) x->at.at[kept++] = x->at.at[i];
    x->at.count = kept;
    x->seats.at[s].taken = false;
}
