#include "monitor/frontier.h"

#include <string.h>

enum { FEW_WITH_ANSWERS = 64, CREDIT = 1 << 16, MANY = 1 << 16 };

void lc_frontiers_init(lc_frontiers *f, lc_watch *watch) {
    *f = (lc_frontiers){.watch = watch};
    lc_runner_init(&f->runner, watch->instance, watch->values, watch->options.init);
    lc_intern_init(&f->states, &watch->budget);
    lc_answers_init(&f->answers, &watch->budget);
    lc_intern_init(&f->seen, &watch->budget);
    lc_frontiers_credit(f);
}

void lc_frontiers_credit(lc_frontiers *f) { f->credit = CREDIT; }

void lc_frontiers_free(lc_frontiers *f) {
    lc_budget *budget = &f->watch->budget;
    lc_vec_free(budget, &f->work);
    lc_vec_free(budget, &f->after);
    lc_vec_free(budget, &f->emitted);
    lc_vec_free(budget, &f->row);
    lc_intern_free(&f->seen);
    lc_intern_free(&f->answers);
    lc_intern_free(&f->states);
    lc_runner_free(&f->runner);
}

void lc_frontier_free(lc_frontiers *f, lc_frontier *x) {
    lc_vec_free(&f->watch->budget, &x->at);
    lc_vec_free(&f->watch->budget, &x->seats);
}

static uint32_t moved(lc_intern *to, const lc_intern *from, uint32_t number) {
    const lc_interned *item = lc_intern_get(from, number);
    number = lc_intern_add(to, item->bytes, item->size);
    return number == LC_NOT_INTERNED ? 0 : number; /* memory is out, and all will be forgotten */
}

void lc_frontiers_tidy(lc_frontiers *f, lc_frontier *at, uint32_t count) {
    if (f->states.items.count < 2 * f->states_kept + MANY && f->answers.items.count < 2 * f->answers_kept + MANY)
        return;
    lc_intern states, answers;
    lc_intern_init(&states, &f->watch->budget);
    lc_answers_init(&answers, &f->watch->budget);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < at[i].at.count; k++) {
            lc_configuration *c = &at[i].at.at[k];
            c->state = moved(&states, &f->states, c->state);
            if (c->answers) c->answers = moved(&answers, &f->answers, c->answers);
        }
    lc_intern_free(&f->states);
    lc_intern_free(&f->answers);
    f->states = states;
    f->answers = answers;
    f->states_kept = states.items.count;
    f->answers_kept = answers.items.count;
}

/* ---- steps ---- */

static void keep_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    lc_frontiers *f = context;
    lc_outcome_kept kept = {.state = lc_intern_add(&f->states, state, size)};
    uint32_t count = 0;
    while (f->with_results && count < LINCE_RESULTS_MAX && results->at[count] != LINCE_NO_VALUE) count++;
    if (f->with_results) kept.results = lince_tuple(f->watch->values, results->at, count);
    if (kept.state != LC_NOT_INTERNED) (void)lc_push(&f->watch->budget, &f->emitted, kept);
}

static bool is_answered(const lc_frontiers *f, const lc_seat *who) {
    return who->op.fortune == LC_IS_OPEN && !who->forgotten &&
           f->watch->instance->spec->methods[who->op.method].results_max;
}

static void run_step(lc_frontiers *f, uint32_t from, const lc_seat *who) {
    size_t args, results;
    const lince_value *values = lc_payload_items(f->watch->values, &who->op.args, &args);
    lince_call call = {.method = who->op.method, .argc = (uint32_t)args, .args = values};
    lince_value known[LINCE_RESULTS_MAX] = {0};
    call.known = who->op.fortune == LC_HAS_RETURNED;
    if (call.known) {
        const lince_value *got = lc_payload_items(f->watch->values, &who->op.results, &results);
        memcpy(known, got, results * sizeof *known);
        call.results = known;
    }
    const lc_interned *state = lc_intern_get(&f->states, from);
    f->emitted.count = 0;
    f->with_results = is_answered(f, who);
    lc_run_next(&f->runner, state->bytes, state->size, &call, 1, keep_outcome, f);
}

void lc_frontier_begin(lc_frontiers *f, lc_frontier *x) {
    x->at.count = 0;
    f->emitted.count = 0;
    f->with_results = false;
    lc_run_init(&f->runner, keep_outcome, f);
    for (uint32_t i = 0; i < f->emitted.count; i++)
        (void)lc_push(&f->watch->budget, &x->at, (lc_configuration){.state = f->emitted.at[i].state});
}

/* ---- what can be reached ---- */

static bool is_new(lc_frontiers *f, lc_configuration c) {
    uint32_t before = f->seen.items.count;
    return lc_intern_add(&f->seen, &c, sizeof c) == before;
}

static void work_on(lc_frontiers *f, lc_configuration c) {
    if (is_new(f, c)) (void)lc_push(&f->watch->budget, &f->work, c);
}

/* Nothing may be concluded from what a specification without memory says. */
static bool is_out_of_memory(lc_frontiers *f) {
    if (f->runner.out_of_memory) atomic_store(&f->watch->budget.exhausted, true);
    return lc_exhausted(&f->watch->budget);
}

/* Who never returns need not take effect where that changes nothing. */
static bool is_idle(const lc_seat *who, uint32_t before, uint32_t after) {
    return who->op.fortune == LC_HAS_CRASHED && before == after;
}

static void spread(lc_frontiers *f, const lc_frontier *x, lc_configuration c) {
    for (uint32_t s = 0; s < x->seats.count; s++) {
        if (!x->seats.at[s].taken || c.effective >> s & 1) continue;
        run_step(f, c.state, &x->seats.at[s]);
        for (uint32_t i = 0; i < f->emitted.count; i++) {
            if (is_idle(&x->seats.at[s], c.state, f->emitted.at[i].state)) continue;
            lc_configuration next = {c.effective | UINT64_C(1) << s, f->emitted.at[i].state, c.answers};
            if (f->with_results) next.answers = lc_answers_with(&f->answers, c.answers, s, f->emitted.at[i].results);
            work_on(f, next);
        }
    }
}

bool lc_frontier_reach(lc_frontiers *f, const lc_frontier *x, uint32_t seat, uint32_t most) {
    const lc_watched *op = &x->seats.at[seat].op;
    uint64_t bit = UINT64_C(1) << seat;
    lc_intern_clear(&f->seen);
    f->work.count = f->after.count = 0;
    for (uint32_t i = 0; i < x->at.count; i++) {
        lince_value said = lc_answer_of(&f->answers, x->at.at[i].answers, seat);
        if (said == LINCE_NO_VALUE || op->fortune != LC_HAS_RETURNED || said == op->results) work_on(f, x->at.at[i]);
    }
    while (f->work.count) {
        lc_configuration c = f->work.at[--f->work.count];
        if (c.effective & bit) {
            (void)lc_push(&f->watch->budget, &f->after, c);
            continue;
        }
        if (f->seen.items.count > most || is_out_of_memory(f)) return false;
        spread(f, x, c);
    }
    return !is_out_of_memory(f);
}

/* Seats are not told apart by what was said in this one any longer. */
static void drop_answers(lc_frontiers *f, lc_frontier *x, uint32_t seat) {
    uint32_t kept = 0;
    lc_intern_clear(&f->seen);
    for (uint32_t i = 0; i < x->at.count; i++) {
        lc_configuration c = x->at.at[i];
        if (c.answers) c.answers = lc_answers_with(&f->answers, c.answers, seat, LINCE_NO_VALUE);
        if (x->at.count == 1 || is_new(f, c)) x->at.at[kept++] = c;
    }
    x->at.count = kept;
}

static void forget_answers(lc_frontiers *f, lc_frontier *x) {
    for (uint32_t s = 0; s < x->seats.count; s++) {
        if (!x->seats.at[s].taken || !is_answered(f, &x->seats.at[s])) continue;
        x->seats.at[s].forgotten = true;
        drop_answers(f, x, s);
    }
}

static bool is_any_answered(const lc_frontiers *f, const lc_frontier *x) {
    for (uint32_t s = 0; s < x->seats.count; s++)
        if (x->seats.at[s].taken && is_answered(f, &x->seats.at[s])) return true;
    return false;
}

/* With answers, as far as the credit goes; then without. */
static bool reach(lc_frontiers *f, lc_frontier *x, uint32_t seat) {
    if (is_any_answered(f, x)) {
        bool fine = lc_frontier_reach(f, x, seat, FEW_WITH_ANSWERS + f->credit);
        uint32_t seen = f->seen.items.count, beyond = seen > FEW_WITH_ANSWERS ? seen - FEW_WITH_ANSWERS : 0;
        f->credit -= beyond < f->credit ? beyond : f->credit;
        if (fine) return true;
        forget_answers(f, x);
    }
    return lc_frontier_reach(f, x, seat, LC_MOST_CONFIGURATIONS);
}

/* The operation is over, and its seat is free. */
static bool take_effect(lc_frontiers *f, lc_frontier *x, uint32_t seat) {
    bool fine = reach(f, x, seat);
    if (!fine || !f->after.count) return fine; /* nothing is changed */
    x->at.count = 0;
    for (uint32_t i = 0; i < f->after.count; i++) {
        f->after.at[i].effective &= ~(UINT64_C(1) << seat);
        (void)lc_push(&f->watch->budget, &x->at, f->after.at[i]);
    }
    drop_answers(f, x, seat);
    return !lc_exhausted(&f->watch->budget);
}

/* ---- one frontier ---- */

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

void lc_frontier_call(lc_frontiers *f, lc_frontier *x, const lc_watched *op) {
    uint32_t s = free_seat(f, x);
    x->alone = x->open++ == 0;
    if (s == UINT32_MAX) {
        x->crowded = true;
        return;
    }
    x->seats.at[s] = (lc_seat){.op = *op, .taken = true};
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
    x->seats.at[s] = (lc_seat){.op = lc_anchor_of(f->watch, op), .taken = true};
    x->adrift = !take_effect(f, x, s) || !f->after.count;
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
    x->seats.at[s].op = *op;
    if (!take_effect(f, x, s)) {
        x->adrift = true;
        f->watch->covered.not_at_all++;
    } else {
        f->watch->covered.exactly += !x->seats.at[s].forgotten;
        f->watch->covered.not_at_all += x->seats.at[s].forgotten;
        if (!f->after.count) lc_frontier_tell(f, x, s);
    }
    x->seats.at[s].taken = false;
}

static void leave(lc_frontiers *f, lc_frontier *x, uint32_t seat) {
    x->open--;
    x->seats.at[seat].taken = false;
    for (uint32_t i = 0; i < x->at.count; i++) x->at.at[i].effective &= ~(UINT64_C(1) << seat);
    drop_answers(f, x, seat);
}

/* It stays in its seat and may take effect at any time, with any result; unless it has none on others. */
void lc_frontier_crash(lc_frontiers *f, lc_frontier *x, const lc_watched *op) {
    uint32_t s = seat_of(x, op->call);
    x->alone = false;
    if (s == UINT32_MAX) return;
    x->seats.at[s].op = *op;
    if (f->watch->instance->spec->methods[op->method].pure) leave(f, x, s);
    else drop_answers(f, x, s);
}

void lc_frontier_fail(lc_frontiers *f, lc_frontier *x, const lc_watched *op) {
    uint32_t s = seat_of(x, op->call);
    x->open--;
    if (s == UINT32_MAX) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->at.count; i++)
        if (!(x->at.at[i].effective >> s & 1)) x->at.at[kept++] = x->at.at[i];
    x->at.count = kept;
    x->seats.at[s].op = *op;
    if (!kept && !x->adrift && !x->crowded) lc_frontier_tell_failed(f, x, s);
    x->seats.at[s].taken = false;
}
