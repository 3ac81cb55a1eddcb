/* The events of a frontier, one by one (frontier.h).
 *
 * Invariants, between events (is_sound).
 * - `open` counts the operations that were called and have not ended.  Unless there were too few seats, each of them
 *   has a seat, and no other operation has.
 * - Adrift, there are no configurations.  Otherwise an operation that is effective in a configuration has a seat, and
 *   its state, its answers and the crashed operations it spent are numbers of the tables of the object.
 * - No configuration has spent more of a kind than there are that crashed.
 */
#include "monitor/frontier.h"

#include <assert.h>

enum { FEW_WITH_ANSWERS = 64, CREDIT = 1 << 16, MANY = 1 << 16, MANY_BYTES = 8 << 20 };

void lco_frontiers_init(lco_frontiers *f, lco_watch *watch) {
    *f = (lco_frontiers){.watch = watch, .most = LCO_MOST_CONFIGURATIONS};
    lc_runner_init(&f->runner, watch->instance, watch->values, watch->options.init);
    lc_intern_init(&f->states, &watch->budget);
    lco_answers_init(&f->answers, &watch->budget);
    lco_spendings_init(&f->spendings, &watch->budget);
    lc_intern_init(&f->seen, &watch->budget);
    lc_map64_init(&f->idle, &watch->budget);
    lco_frontiers_credit(f);
}

void lco_frontiers_credit(lco_frontiers *f) { f->credit = CREDIT; }

void lco_frontiers_free(lco_frontiers *f) {
    lc_budget *budget = &f->watch->budget;
    lc_vec_free(budget, &f->reached);
    lc_vec_free(budget, &f->chains);
    lc_vec_free(budget, &f->after);
    lc_vec_free(budget, &f->emitted);
    lc_vec_free(budget, &f->row);
    lc_vec_free(budget, &f->wanted);
    lc_map64_free(&f->idle);
    lc_intern_free(&f->seen);
    lco_spendings_free(&f->spendings);
    lc_intern_free(&f->answers);
    lc_intern_free(&f->states);
    lc_runner_free(&f->runner);
}

void lco_frontier_free(lco_frontiers *f, lco_frontier *x) {
    lc_vec_free(&f->watch->budget, &x->at);
    lc_vec_free(&f->watch->budget, &x->seats);
    lc_vec_free(&f->watch->budget, &x->crashed);
    lco_base_free(f, &x->base);
}

uint32_t lco_frontiers_moved(lc_intern *to, const lc_intern *from, uint32_t number) {
    const lc_interned *item = lc_intern_get(from, number);
    number = lc_intern_add(to, item->bytes, item->size);
    return number == LC_NOT_INTERNED ? 0 : number; /* memory is out, and all will be forgotten */
}

static bool are_many(const lc_intern *items, uint32_t kept) { return items->items.count >= 2 * kept + MANY; }

void lco_frontiers_tidy(lco_frontiers *f, lco_frontier *at, uint32_t count) {
    if (!are_many(&f->states, f->states_kept) && f->bytes < 2 * f->bytes_kept + MANY_BYTES &&
        !are_many(&f->answers, f->answers_kept) && !are_many(&f->spendings.lists, f->spendings_kept))
        return;
    lc_intern states, answers;
    lco_spendings spendings;
    lc_intern_init(&states, &f->watch->budget);
    lco_answers_init(&answers, &f->watch->budget);
    lco_spendings_init(&spendings, &f->watch->budget);
    for (uint32_t i = 0; i < count; i++) {
        lco_base *b = &at[i].base;
        if (b->known) b->state = lco_frontiers_moved(&states, &f->states, b->state);
        for (uint32_t k = 0; k < at[i].at.count; k++) {
            lco_configuration *c = &at[i].at.at[k];
            c->state = lco_frontiers_moved(&states, &f->states, c->state);
            if (c->answers) c->answers = lco_frontiers_moved(&answers, &f->answers, c->answers);
            if (c->spent) c->spent = lco_frontiers_moved(&spendings.lists, &f->spendings.lists, c->spent);
        }
    }
    lco_frontiers_prune_idle(f, &states);
    assert(states.items.count <= f->states.items.count && answers.items.count <= f->answers.items.count);
    lc_intern_free(&f->states);
    lc_intern_free(&f->answers);
    lco_spendings_free(&f->spendings);
    f->states = states;
    f->answers = answers;
    f->spendings = spendings;
    f->states_kept = states.items.count;
    f->bytes = 0;
    for (uint32_t i = 0; i < states.items.count; i++) f->bytes += lc_intern_get(&f->states, i)->size;
    f->bytes_kept = f->bytes;
    f->answers_kept = answers.items.count;
    f->spendings_kept = spendings.lists.items.count;
}

#ifndef NDEBUG
enum { LOOKED_AT = 64 }; /* configurations at an event: their number is not limited */

static uint64_t taken_seats(const lco_frontier *x) {
    uint64_t taken = 0;
    for (uint32_t s = 0; s < x->seats.count; s++) taken |= (uint64_t)x->seats.at[s].taken << s;
    return taken;
}

static bool is_configuration(const lco_frontiers *f, const lco_frontier *x, const lco_configuration *c,
                             uint64_t taken) {
    if (c->effective & ~taken || c->state >= f->states.items.count) return false;
    if (c->answers && c->answers >= f->answers.items.count) return false;
    if (c->spent >= f->spendings.lists.items.count) return false;
    uint32_t count;
    const lco_spending *some = lco_spending_list(&f->spendings, c->spent, &count);
    for (uint32_t i = 0; i < count; i++)
        if (some[i].kind >= x->crashed.count || some[i].count > x->crashed.at[some[i].kind].count) return false;
    return true;
}

/* Where memory is out, all is forgotten anyway. */
static bool is_sound(const lco_frontiers *f, const lco_frontier *x) {
    if (lc_exhausted(&f->watch->budget) || lco_watch_is_violated(f->watch)) return true;
    uint64_t taken = taken_seats(x);
    uint32_t seated = (uint32_t)__builtin_popcountll(taken);
    if (seated > x->open || (!x->crowded && !x->adrift && seated < x->open)) return false;
    if (x->adrift) return x->at.count == 0;
    for (uint32_t i = 0; i < x->at.count && i < LOOKED_AT; i++)
        if (!is_configuration(f, x, &x->at.at[i], taken)) return false;
    return true;
}
#endif

/* ---- taking effect ---- */

void lco_frontier_begin(lco_frontiers *f, lco_frontier *x) {
    x->at.count = 0;
    lco_frontier_start(f);
    for (uint32_t i = 0; i < f->emitted.count; i++)
        (void)lc_push(&f->watch->budget, &x->at, (lco_configuration){.state = f->emitted.at[i].state});
    lco_base_begin(f, x, 0);
}

/* Frees this seat. */
static void vacate(lco_frontiers *f, lco_frontier *x, uint32_t seat) {
    for (uint32_t i = 0; i < x->at.count; i++) {
        lco_configuration *c = &x->at.at[i];
        c->effective &= ~(UINT64_C(1) << seat);
        if (c->answers) c->answers = lco_answers_with(&f->answers, c->answers, seat, LINCE_NO_VALUE);
    }
    lco_frontier_keep_least(f, x);
}

static void forget_answers(lco_frontiers *f, lco_frontier *x) {
    x->loose = true;
    for (uint32_t s = 0; s < x->seats.count; s++) {
        if (!x->seats.at[s].taken || !lco_frontier_is_answered(f, &x->seats.at[s])) continue;
        x->seats.at[s].forgotten = true;
        for (uint32_t i = 0; i < x->at.count; i++)
            if (x->at.at[i].answers)
                x->at.at[i].answers = lco_answers_with(&f->answers, x->at.at[i].answers, s, LINCE_NO_VALUE);
    }
    lco_frontier_keep_least(f, x);
}

static bool is_any_answered(const lco_frontiers *f, const lco_frontier *x) {
    for (uint32_t s = 0; s < x->seats.count; s++)
        if (x->seats.at[s].taken && lco_frontier_is_answered(f, &x->seats.at[s])) return true;
    return false;
}

/* With answers, as far as the credit goes; then without. */
static bool reach(lco_frontiers *f, lco_frontier *x, uint32_t seat) {
    if (is_any_answered(f, x)) {
        uint32_t most = FEW_WITH_ANSWERS + f->credit;
        bool fine = lco_frontier_reach(f, x, seat, most < f->most ? most : f->most);
        uint32_t seen = f->reached.count, beyond = seen > FEW_WITH_ANSWERS ? seen - FEW_WITH_ANSWERS : 0;
        f->credit -= beyond < f->credit ? beyond : f->credit;
        if (fine) return true;
        forget_answers(f, x);
    }
    return lco_frontier_reach(f, x, seat, f->most);
}

/* The operation is over, and its seat is free. */
static bool take_effect(lco_frontiers *f, lco_frontier *x, uint32_t seat) {
    assert(x->seats.at[seat].taken);
    bool fine = reach(f, x, seat);
    if (!fine || !f->after.count) return fine; /* nothing is changed */
    x->at.count = 0;
    for (uint32_t i = 0; i < f->after.count; i++) (void)lc_push(&f->watch->budget, &x->at, f->after.at[i]);
    vacate(f, x, seat);
    return !lc_exhausted(&f->watch->budget);
}

/* Only the crashed operations are still known.  If none of them need have taken effect so far, then the configuration
 * in which none has covers all the rest with the same state, and none of their information is lost. */
static void lose_track(lco_frontiers *f, lco_frontier *x) {
    bool unspent = !x->at.count;
    for (uint32_t i = 0; i < x->at.count && !unspent; i++) unspent = x->at.at[i].spent == LCO_NOTHING_SPENT;
    if (!unspent) x->loose_crashes = true;
    lc_vec_free(&f->watch->budget, &x->at);
    lco_base_free(f, &x->base);
    x->adrift = true;
}

bool lco_frontier_outlasts_gap(lco_frontiers *f, lco_frontier *x) {
    if (x->rests) return false;
    lco_kinds_outlast_gap(&x->crashed);
    lose_track(f, x);
    lc_vec_free(&f->watch->budget, &x->seats);
    x->open = 0;
    x->crowded = x->alone = false;
    return x->crashed.count;
}

/* ---- one frontier ---- */

static uint32_t seat_of(const lco_frontier *x, uint64_t call) {
    for (uint32_t i = 0; i < x->seats.count; i++)
        if (x->seats.at[i].taken && x->seats.at[i].op.call == call) return i;
    return UINT32_MAX;
}

static uint32_t free_seat(lco_frontiers *f, lco_frontier *x) {
    for (uint32_t i = 0; i < x->seats.count; i++)
        if (!x->seats.at[i].taken) return i;
    if (x->seats.count == LCO_MOST_SEATS || !lc_push(&f->watch->budget, &x->seats, (lco_seat){0})) return UINT32_MAX;
    return x->seats.count - 1;
}

void lco_frontier_call(lco_frontiers *f, lco_frontier *x, const lco_watched *op) {
    uint32_t s = free_seat(f, x);
    x->alone = x->open++ == 0;
    if (s == UINT32_MAX) {
        x->crowded = true;
        return;
    }
    x->seats.at[s] = (lco_seat){.op = *op, .taken = true};
    assert(is_sound(f, x));
}

/* Nothing is known of the state but, perhaps, now.  A crashed operation may take effect before or after; that it may
 * have done so already, and is counted all the same, causes no false violation. */
static void find_anchor(lco_frontiers *f, lco_frontier *x, const lco_watched *op, bool alone) {
    f->watch->covered.not_at_all++;
    if (!alone || f->watch->crashes_lost || !lco_shows_state(f->watch, op)) return;
    lco_frontier_begin(f, x);
    for (uint32_t i = 0; i < x->seats.count; i++) x->seats.at[i].taken = false;
    x->seats.count = 0;
    x->adrift = !lco_shows_initial(f->watch, op);
    uint32_t s = x->adrift ? free_seat(f, x) : UINT32_MAX;
    if (s != UINT32_MAX) {
        x->seats.at[s] = (lco_seat){.op = lco_revealing_op_of(f->watch, op), .taken = true};
        if (take_effect(f, x, s) && f->after.count) x->adrift = false;
        else lose_track(f, x);
        x->seats.at[s].taken = false;
    }
    x->loose = x->loose_crashes && x->crashed.count;
    lco_base_begin(f, x, op->end);
}

/* An operation has shown the state, and no other operation was open: configurations that contradict it are removed. */
static void tighten(lco_frontiers *f, lco_frontier *x, const lco_watched *op, bool alone) {
    if (x->loose && alone && !x->crashed.count && !f->watch->crashes_lost && lco_shows_state(f->watch, op))
        x->loose = false;
}

void lco_frontier_return(lco_frontiers *f, lco_frontier *x, const lco_watched *op) {
    uint32_t s = seat_of(x, op->call);
    bool alone = x->alone && x->open == 1;
    assert(x->open > 0);
    x->open--;
    if (x->crowded || s == UINT32_MAX) {
        f->watch->covered.not_at_all++;
        lose_track(f, x);
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
        lose_track(f, x);
        f->watch->covered.not_at_all++;
    } else {
        f->watch->covered.exactly += !x->loose;
        f->watch->covered.in_part += x->loose;
        if (!f->after.count) lco_frontier_report(f, x, s);
        else tighten(f, x, op, alone);
    }
    x->seats.at[s].taken = false;
    if (!lco_watch_is_violated(f->watch)) lco_base_end(f, x, op);
    assert(is_sound(f, x));
}

/* It may take effect at any time, with any result; unless that changes nothing for other operations. */
void lco_frontier_crash(lco_frontiers *f, lco_frontier *x, const lco_watched *op) {
    uint32_t s = seat_of(x, op->call), kind = UINT32_MAX;
    bool pure = f->watch->instance->spec->methods[op->method].pure;
    lco_online_covered *covered = &f->watch->covered;
    assert(x->open > 0);
    x->open--;
    if (x->adrift || x->crowded || s == UINT32_MAX) covered->not_at_all++;
    else if (x->loose) covered->in_part++;
    else covered->exactly++;
    if (!x->open) x->crowded = false;
    if (!pure) kind = lco_kind_add(&x->crashed, f->watch, op);
    if (s == UINT32_MAX) {
        lose_track(f, x);
        return;
    }
    x->seats.at[s].taken = false;
    if (x->adrift) return;
    for (uint32_t i = 0; !pure && i < x->at.count; i++)
        if (x->at.at[i].effective >> s & 1) x->at.at[i].spent = lco_spend(&f->spendings, x->at.at[i].spent, kind);
    vacate(f, x, s);
    if (!pure) lco_base_end(f, x, op);
    assert(is_sound(f, x));
}

void lco_frontier_fail(lco_frontiers *f, lco_frontier *x, const lco_watched *op) {
    uint32_t s = seat_of(x, op->call);
    assert(x->open > 0);
    x->open--;
    if (s == UINT32_MAX) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->at.count; i++)
        if (!(x->at.at[i].effective >> s & 1)) x->at.at[kept++] = x->at.at[i];
    x->at.count = kept;
    x->seats.at[s].op = *op;
    if (!kept && !x->adrift && !x->crowded) lco_frontier_report_failed(f, x, s);
    x->seats.at[s].taken = false;
    assert(is_sound(f, x));
}
