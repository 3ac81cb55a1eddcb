/* The checker for objects with a small state: a frontier, or one for each key.
 *
 * An operation can take effect before it returns, and its effect is easier to find once its result is known.  So events
 * are processed a little later than they arrive: those of a key wait in line behind a call until its operation has
 * ended.  No event waits for long, neither by the number of events nor by the clock: an operation that is still open
 * then takes effect with any result (frontier.h).  Calls at the end of a line can wait, for nothing follows from them
 * yet.
 *
 * The clock is that of the caller of lco_online_remind().  Its time is cut into periods, and a call that has seen one
 * from its beginning to its end has waited for long enough.
 */
#include <stdlib.h>

#include "monitor/frontier.h"

enum { MOST_WAITING = 1 << 14, FEW = 1 << 12 };
#define PERIOD 1.0 /* seconds */

/* The call of an operation and its end, one of which waits for its turn at least. */
typedef struct held {
    lco_watched op;
    uint32_t line;
    uint32_t next[2]; /* behind each of them; of one that is free, the next that is */
    uint32_t period;  /* in which it was called */
    bool hasty;       /* its call was looked at before it ended */
} held;

#define NONE UINT32_MAX
/* Turns are numbered: those of the n-th held operation are 2n, its call, and 2n + 1. */
static uint32_t call_of(uint32_t number) { return 2 * number; }
static uint32_t end_of(uint32_t number) { return 2 * number + 1; }

/* The turns of a key that have not come, in the order of events. */
typedef struct line {
    uint32_t first, last, ends; /* `ends` of operations are among them */
    bool listed;
} line;

typedef struct ahead {
    lco_watch *watch;
    lco_frontiers shared;
    lc_map64 of_key;
    LC_VEC(lco_frontier) at;
    LC_VEC(line) lines;      /* of the frontiers */
    LC_VEC(uint32_t) unused; /* frontiers without a key */
    uint32_t enough;         /* so many frontiers, and it is time to look for keys to put to rest */
    LC_VEC(held) held;
    uint32_t free;            /* the first of them, or NONE */
    uint32_t waiting;         /* turns */
    LC_VEC(uint32_t) of_slot; /* its open operation + 1, or 0 */
    LC_VEC(uint32_t) list;    /* lines in which ends wait, and perhaps other ones */
    uint32_t period;
    double due; /* when it is over */
} ahead;

/* ---- making ---- */

static void *make(lco_watch *watch) {
    ahead *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->watch = watch;
    a->free = NONE;
    lco_frontiers_init(&a->shared, watch);
    lc_map64_init(&a->of_key, &watch->budget);
    a->enough = FEW;
    return a;
}

/* Everything, but perhaps the crashed operations. */
static void forget(ahead *a, bool but_crashed) {
    lc_budget *budget = &a->watch->budget;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->at.count; i++) {
        lco_frontier *x = &a->at.at[i];
        if (but_crashed && lco_frontier_outlasts_gap(&a->shared, x)) a->at.at[kept++] = *x;
        else lco_frontier_free(&a->shared, x);
    }
    a->at.count = a->lines.count = kept;
    if (!kept) {
        lc_vec_free(budget, &a->at);
        lc_vec_free(budget, &a->lines);
    }
    lc_vec_free(budget, &a->unused);
    a->enough = FEW;
    lc_vec_free(budget, &a->held);
    lc_vec_free(budget, &a->list);
    lc_map64_free(&a->of_key);
    a->free = NONE;
    a->waiting = 0;
    for (uint32_t i = 0; i < a->of_slot.count; i++) a->of_slot.at[i] = 0;
    lco_frontiers_free(&a->shared); /* with all states */
    lco_frontiers_init(&a->shared, a->watch);
    for (uint32_t i = 0; i < kept; i++) {
        a->lines.at[i] = (line){.first = NONE, .last = NONE};
        lc_map64_put(&a->of_key, a->at.at[i].key, i);
    }
}

static void free_ahead(void *state) {
    ahead *a = state;
    forget(a, false);
    lco_frontiers_free(&a->shared);
    lc_vec_free(&a->watch->budget, &a->of_slot);
    free(a);
}

/* ---- lines ---- */

/* Keys that are not in use give back their frontiers. */
static void let_rest(ahead *a) {
    lc_map64_clear(&a->of_key);
    for (uint32_t i = 0; i < a->at.count; i++) {
        lco_frontier *x = &a->at.at[i];
        bool idle = a->lines.at[i].first == NONE && !a->lines.at[i].listed;
        if (idle && lco_frontier_rest(&a->shared, x)) (void)lc_push(&a->watch->budget, &a->unused, i);
        else lc_map64_put(&a->of_key, x->key, i);
    }
    a->enough = 2 * (a->at.count - a->unused.count);
    if (a->enough < FEW) a->enough = FEW;
}

/* NONE: memory is out. */
static uint32_t new_line(ahead *a) {
    if (!a->unused.count && a->at.count >= a->enough) let_rest(a);
    if (a->unused.count) return a->unused.at[--a->unused.count];
    if (!lc_reserve(&a->watch->budget, &a->lines, a->at.count + 1) ||
        !lc_push(&a->watch->budget, &a->at, (lco_frontier){0}))
        return NONE;
    return a->lines.count++;
}

/* NONE: memory is out. */
static uint32_t line_of(ahead *a, const lco_watched *op) {
    lince_value key = lco_watched_key(a->watch, op);
    uint32_t number = lc_map64_get(&a->of_key, key);
    if (number != LC_NOT_MAPPED) return number;
    number = new_line(a);
    if (number == NONE) return NONE;
    a->lines.at[number] = (line){.first = NONE, .last = NONE};
    lc_map64_put(&a->of_key, key, number);
    lco_frontier_wake(&a->shared, &a->at.at[number], key);
    return number;
}

static void enqueue_turn(ahead *a, uint32_t turn) {
    held *h = &a->held.at[turn / 2];
    line *l = &a->lines.at[h->line];
    h->next[turn % 2] = NONE;
    if (l->first == NONE) l->first = turn;
    else a->held.at[l->last / 2].next[l->last % 2] = turn;
    l->last = turn;
    l->ends += turn % 2;
    a->waiting++;
}

static uint32_t leave_line(ahead *a, line *l) {
    uint32_t turn = l->first;
    l->first = a->held.at[turn / 2].next[turn % 2];
    l->ends -= turn % 2;
    a->waiting--;
    return turn;
}

/* ---- looking at events ---- */

static void look_at_call(ahead *a, held *h) {
    h->hasty = h->op.fortune == LCO_IS_OPEN;
    if (h->op.fortune != LCO_HAS_FAILED) lco_frontier_call(&a->shared, &a->at.at[h->line], &h->op);
}

static void look_at_end(ahead *a, held *h) {
    lco_frontier *x = &a->at.at[h->line];
    switch (h->op.fortune) {
    case LCO_HAS_RETURNED: lco_frontier_return(&a->shared, x, &h->op); break;
    case LCO_HAS_CRASHED: lco_frontier_crash(&a->shared, x, &h->op); break;
    case LCO_HAS_FAILED:
        if (h->hasty) lco_frontier_fail(&a->shared, x, &h->op);
        break;
    case LCO_IS_OPEN: break;
    }
}

/* All that need not wait any longer; in a hurry nothing waits. */
static void proceed(ahead *a, uint32_t number, bool hurry) {
    line *l = &a->lines.at[number];
    while (l->ends && !lco_watch_is_violated(a->watch)) {
        held *h = &a->held.at[l->first / 2];
        bool patient = !hurry && a->waiting < MOST_WAITING && a->period - h->period < 2;
        if (l->first % 2 == 0 && h->op.fortune == LCO_IS_OPEN && patient) break;
        uint32_t turn = leave_line(a, l);
        if (turn % 2 == 0) {
            look_at_call(a, h);
        } else {
            look_at_end(a, h);
            h->op = (lco_watched){0};
            h->next[0] = a->free;
            a->free = turn / 2;
        }
    }
    if (l->ends && !l->listed) l->listed = lc_push(&a->watch->budget, &a->list, number);
    lco_frontiers_tidy(&a->shared, a->at.at, a->at.count);
}

static void proceed_all(ahead *a, bool hurry) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->list.count; i++) {
        uint32_t number = a->list.at[i];
        proceed(a, number, hurry);
        a->lines.at[number].listed = a->lines.at[number].ends;
        if (a->lines.at[number].listed) a->list.at[kept++] = number;
    }
    a->list.count = kept;
}

/* ---- events ---- */

static uint32_t hold(ahead *a, const lco_watched *x, uint32_t where) {
    uint32_t number = a->free;
    held h = {.op = *x, .line = where, .period = a->period};
    if (number == NONE) return lc_push(&a->watch->budget, &a->held, h) ? a->held.count - 1 : NONE;
    a->free = a->held.at[number].next[0];
    a->held.at[number] = h;
    return number;
}

static bool call(void *state, const lco_watched *x) {
    ahead *a = state;
    while (a->of_slot.count <= x->slot)
        if (!lc_push(&a->watch->budget, &a->of_slot, 0)) return true;
    a->of_slot.at[x->slot] = 0;
    uint32_t where = line_of(a, x), number = where == NONE ? NONE : hold(a, x, where);
    if (number == NONE) return true;
    enqueue_turn(a, call_of(number));
    a->of_slot.at[x->slot] = number + 1;
    return true;
}

static void end(void *state, const lco_watched *x) {
    ahead *a = state;
    uint32_t number = x->slot < a->of_slot.count ? a->of_slot.at[x->slot] : 0;
    if (!number--) return; /* memory is out */
    a->of_slot.at[x->slot] = 0;
    a->held.at[number].op = *x;
    enqueue_turn(a, end_of(number));
    proceed(a, a->held.at[number].line, false);
}

static void remind(void *state, double now) {
    ahead *a = state;
    if (now < a->due) return;
    a->due = now + PERIOD;
    a->period++;
    lco_frontiers_credit(&a->shared);
    proceed_all(a, false);
}

static void flush(void *state) { proceed_all(state, true); }

/* A crashed operation may still take effect.  If memory is out that is forgotten, too, and nothing can be concluded
 * from the results of the other operations. */
static void gap(void *state) {
    ahead *a = state;
    proceed_all(a, true);
    bool room = !lc_exhausted(&a->watch->budget);
    forget(a, room);
    if (!room) a->watch->crashes_lost = a->watch->crashed;
    a->shared.adrift = true;
}

static void reset(void *state) {
    ahead *a = state;
    forget(a, false);
    a->shared.adrift = false;
}

static bool renew(void *state, const lco_renewal *to) {
    ahead *a = state;
    if (!lco_frontiers_can_renew(&a->shared)) return false;
    lco_frontiers_renew(&a->shared, a->at.at, a->at.count, to);
    lc_map64_clear(&a->of_key);
    for (uint32_t i = 0; i < a->at.count; i++)
        if (!a->at.at[i].rests) lc_map64_put(&a->of_key, a->at.at[i].key, i);
    for (uint32_t i = 0; i < a->held.count; i++) {
        a->held.at[i].op.args = lco_renewed(to, a->held.at[i].op.args);
        a->held.at[i].op.results = lco_renewed(to, a->held.at[i].op.results);
    }
    return true;
}

const lco_checker lco_by_frontier = {make, free_ahead, call, end, gap, reset, flush, remind, renew};
