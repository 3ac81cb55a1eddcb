/* Values that grow by appending: keys of a map that are put, appended to, and read as a whole.
 *
 * A read shows the put, or the beginning, from which its value grew, and the appends since then in their order
 * (log_read.c).  A put with the appends that reads show after it, and these reads, is a run; so are the appends and
 * reads that come before all puts.  The runs take the place of the clusters of register.c: let `first` be a run's first
 * return and `last` its last call, where the beginning has returned before everything.  A put or an append that no read
 * shows is a run of its own; if it has not returned it is left out.
 *
 * Theorem.  If all pieces of values are different, and can be told apart, a history of such a key is linearizable iff
 *
 *   - the reads of a run show the same appends in the same order, one of them more than another, and no append is in
 * two runs or at two places;
 *   - an operation of a run that the values put before another one, as a read before the first append it does not show,
 *     was called before that returned; and
 *   - there are no two runs a and b with a.first < b.last and b.first < a.last.
 *
 * Why.  From a put until the last operation that depends on it the value must not be put anew, nor may appends come
 * that the reads do not show: so a run is one stretch in every order, and all conditions are necessary.  Conversely the
 * runs follow each other as the clusters of a register do (there), each beginning with a put, so it does not matter
 * what the value was before; a run of one append leaves a value that no read shows.  Within a run all operations have
 * been called at its end, none has returned at its beginning, and each takes effect at the latest call of those that
 * the values put before it and its own, but not before the run begins: by the second condition before it returns.
 *
 * Time O(n log n), and the time to read the values.
 */
#include "check/poly/log.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "check/poly/waiting.h"

/* ---- the operations ---- */

static lc_outcome add_piece(lc_log *g, const lc_meaning *m, lc_piece piece) {
    const lince_values *values = &g->p->binding->values;
    if (lince_value_kind(values, m->last) != LINCE_STRING)
        return lc_poly_not_for_me(g->p, "something else than strings is put or appended");
    piece.text = lince_get_text(values, m->last, &piece.length);
    piece.run = LC_NO_PIECE;
    if (!piece.length || (piece.puts && m->last == g->init))
        return lc_poly_not_for_me(g->p, "a value is put or appended that cannot be told from none");
    return lc_push(g->p->budget, &g->pieces, piece) ? LC_HOLDS : lc_poly_halt(g->p, LC_NO_MEMORY);
}

static lc_outcome see_call(lc_log *g, uint32_t op, uint32_t place) {
    lc_meaning m;
    lc_mean(g->p->binding, op, &m);
    uint32_t returned = g->p->note[op];
    if (g->key == LINCE_NO_VALUE) g->key = m.key;
    if (m.key != g->key) return lc_poly_not_for_me(g->p, "keys are not split");
    if (m.method->role == LINCE_ROLE_PUT || m.method->role == LINCE_ROLE_APPEND)
        return add_piece(g, &m, (lc_piece){op, place, returned, .puts = m.method->role == LINCE_ROLE_PUT});
    if (m.method->role != LINCE_ROLE_GET) return lc_poly_not_for_me(g->p, "there are not only reads, puts and appends");
    if (returned == LC_NEVER) return LC_HOLDS;
    if (!m.known) return lc_poly_not_for_me(g->p, "a result is not known");
    lc_shown read = {.op = op, .called = place, .returned = returned, .value = m.result};
    return lc_push(g->p->budget, &g->reads, read) ? LC_HOLDS : lc_poly_halt(g->p, LC_NO_MEMORY);
}

static lc_outcome see_part(lc_log *g) {
    if (!lc_note_returns(g->p, g->part)) return LC_HALTED;
    for (uint32_t i = 0; i < g->part->event_count; i++) {
        if (lc_event_what(g->part->events[i]) != LC_INVOKE) continue;
        lc_outcome outcome = see_call(g, lc_event_op(g->part->events[i]), i);
        if (outcome != LC_HOLDS) return outcome;
    }
    return LC_HOLDS;
}

/* ---- violations ---- */

lc_outcome lc_log_violated(lc_log *g) {
    return lc_exhausted(g->p->budget) ? lc_poly_halt(g->p, LC_NO_MEMORY) : LC_VIOLATED;
}

/* Returns are no longer needed then. */
void lc_log_blame(lc_log *g, uint32_t op) {
    enum { BLAMED = LC_NEVER - 1 };
    if (g->p->note[op] == BLAMED) return;
    g->p->note[op] = BLAMED;
    lc_poly_blame(g->p, op);
}

void lc_log_blame_run(lc_log *g, uint32_t number) {
    const lc_run *run = &g->runs.at[number];
    for (uint32_t i = 0; i < g->pieces.count; i++)
        if (g->pieces.at[i].run == number) lc_log_blame(g, g->pieces.at[i].op);
    if (run->longest != LC_NO_PIECE) lc_log_blame(g, g->reads.at[run->longest].op);
}

static void put_before(lc_log *g, uint32_t returned, uint32_t called) {
    lc_poly_explain_op(g->p, returned);
    lc_poly_explain(g->p, " returned before ");
    lc_poly_explain_op(g->p, called);
    lc_poly_explain(g->p, " was called");
    lc_log_blame(g, returned);
    lc_log_blame(g, called);
}

/* ---- the order within runs ---- */

/* An operation of a run: puts and appends at even steps, reads right after the one that they show last. */
typedef struct member {
    uint32_t run, step, op, called, returned;
} member;
typedef LC_VEC(member) members;

static int by_step(const void *a, const void *b) {
    const member *x = a, *y = b;
    if (x->run != y->run) return LC_ORDER(x->run, y->run);
    if (x->step != y->step) return LC_ORDER(x->step, y->step);
    return LC_ORDER(x->called, y->called);
}

/* y returned before x was called, though x comes first. */
static lc_outcome out_of_order(lc_log *g, const member *x, const member *y) {
    bool misses = x->step % 2 && y->step % 2 == 0;
    lc_poly_name(g->p, misses ? "a read that misses an operation" : "appends and reads out of order");
    if (misses) {
        lc_poly_explain_op(g->p, x->op);
        lc_poly_explain(g->p, " misses ");
        lc_poly_explain_op(g->p, y->op);
        lc_poly_explain(g->p, ": ");
    }
    put_before(g, y->op, x->op);
    uint32_t longest = g->reads.at[g->runs.at[x->run].longest].op;
    if (longest != x->op && longest != y->op) {
        lc_poly_explain(g->p, ", and ");
        lc_poly_explain_op(g->p, longest);
        lc_poly_explain(g->p, " shows the order of the appends");
    }
    lc_log_blame_run(g, x->run);
    return lc_log_violated(g);
}

static lc_outcome check_order(lc_log *g, const members *all) {
    const member *latest = NULL; /* of earlier steps of the run, the one called last */
    for (uint32_t i = 0, from = 0; i < all->count; from = i) {
        const member *step = &all->at[from];
        if (from && step[-1].run != step->run) latest = NULL;
        for (; i < all->count && all->at[i].run == step->run && all->at[i].step == step->step; i++)
            if (latest && all->at[i].returned < latest->called) return out_of_order(g, latest, &all->at[i]);
        for (uint32_t k = from; k < i; k++)
            if (!latest || all->at[k].called > latest->called) latest = &all->at[k];
    }
    return LC_HOLDS;
}

static bool list_members(lc_log *g, members *all) {
    lc_budget *budget = g->p->budget;
    for (uint32_t i = 0; i < g->pieces.count; i++) {
        lc_piece *x = &g->pieces.at[i];
        if (x->run == LC_NO_PIECE && x->returned == LC_NEVER) continue;
        if (x->run == LC_NO_PIECE) {
            x->run = g->runs.count;
            if (!lc_push(budget, &g->runs, (lc_run){.put = i, .longest = LC_NO_PIECE, .first = LC_NEVER})) return false;
        }
        if (!lc_push(budget, all, (member){x->run, 2 * x->place, x->op, x->called, x->returned})) return false;
    }
    for (uint32_t i = 0; i < g->reads.count; i++) {
        const lc_shown *x = &g->reads.at[i];
        if (!lc_push(budget, all, (member){x->run, 2 * x->place + 1, x->op, x->called, x->returned})) return false;
    }
    if (all->count) qsort(all->at, all->count, sizeof *all->at, by_step);
    return true;
}

/* ---- the order of runs ---- */

/* When a run has its turn: at its first return if all of it was not called by then, else at its last call. */
typedef struct turn {
    uint32_t when, run;
} turn;

static int by_when(const void *a, const void *b) {
    const turn *x = a, *y = b;
    if (x->when != y->when) return LC_ORDER(x->when, y->when);
    return LC_ORDER(x->run, y->run);
}

static void span_runs(lc_log *g, const members *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        const member *m = &all->at[i];
        lc_run *run = &g->runs.at[m->run];
        if (m->returned < run->first) {
            run->first = m->returned;
            run->first_op = m->op;
        }
        if (m->called >= run->last) {
            run->last = m->called;
            run->last_op = m->op;
        }
    }
}

/* b, a put or an append that no read shows, comes between operations of a. */
static void put_missing(lc_log *g, uint32_t a, const lc_run *b) {
    const lc_run *x = &g->runs.at[a];
    lc_poly_explain_op(g->p, x->longest == LC_NO_PIECE ? x->last_op : g->reads.at[x->longest].op);
    lc_poly_explain(g->p, " misses ");
    lc_poly_explain_op(g->p, b->first_op);
    lc_poly_explain(g->p, ": ");
}

/* Each of two runs comes before the other one. */
static lc_outcome came_back(lc_log *g, uint32_t a, uint32_t b) {
    const lc_run *x = &g->runs.at[a], *y = &g->runs.at[b];
    bool missing = y->longest == LC_NO_PIECE;
    lc_poly_name(g->p, missing ? "a read that misses an operation" : "a value that came back");
    if (missing) put_missing(g, a, y);
    if (a) {
        put_before(g, x->first_op, y->last_op);
        lc_poly_explain(g->p, ", and ");
    }
    put_before(g, y->first_op, x->last_op);
    if (!missing) lc_poly_explain(g->p, ", though a value that was put over does not come back");
    lc_log_blame_run(g, a);
    lc_log_blame_run(g, b);
    return lc_log_violated(g);
}

/* The beginning returned before everything. */
static lc_outcome compare_runs(lc_log *g, turn *turns, uint32_t count) {
    uint32_t forward = LC_NO_PIECE;
    for (uint32_t i = 0; i < count; i++) {
        const lc_run *run = &g->runs.at[turns[i].run], *before = forward == LC_NO_PIECE ? NULL : &g->runs.at[forward];
        if (before && turns[i].when <= before->last && (run->first < run->last || run->first < before->last))
            return came_back(g, forward, turns[i].run);
        if (turns[i].run == 0 || run->first < run->last) forward = turns[i].run;
    }
    return LC_HOLDS;
}

static lc_outcome arrange(lc_log *g, const members *all) {
    size_t bytes = (size_t)g->runs.count * (sizeof(turn) + sizeof(uint32_t));
    turn *turns = lc_allocate(g->p->budget, bytes);
    if (!turns) return lc_poly_halt(g->p, LC_NO_MEMORY);
    uint32_t *begin = (uint32_t *)(turns + g->runs.count), count = 0;
    for (uint32_t i = all->count; i-- > 0;) begin[all->at[i].run] = i;
    for (uint32_t i = 0; i < g->runs.count; i++) {
        const lc_run *run = &g->runs.at[i];
        if (run->first == LC_NEVER) continue;
        turns[count++] = (turn){i == 0 ? 0 : run->first < run->last ? run->first : run->last, i};
    }
    if (count) qsort(turns, count, sizeof *turns, by_when);
    lc_outcome outcome = compare_runs(g, turns, count);
    for (uint32_t i = 0; i < count && outcome == LC_HOLDS; i++)
        for (uint32_t k = begin[turns[i].run]; k < all->count && all->at[k].run == turns[i].run; k++)
            lc_poly_place(g->p, all->at[k].op);
    lc_release(g->p->budget, turns, bytes);
    return outcome;
}

/* ---- all of it ---- */

static lc_outcome decide(lc_log *g) {
    lc_outcome outcome = see_part(g);
    if (outcome == LC_HOLDS &&
        !lc_push(g->p->budget, &g->runs, (lc_run){.put = LC_NO_PIECE, .longest = LC_NO_PIECE, .first = LC_NEVER}))
        outcome = lc_poly_halt(g->p, LC_NO_MEMORY);
    if (outcome == LC_HOLDS) outcome = lc_log_read(g);
    if (outcome != LC_HOLDS) return outcome;
    members all = {0};
    bool fine = list_members(g, &all);
    if (fine) outcome = check_order(g, &all);
    if (fine && outcome == LC_HOLDS) {
        span_runs(g, &all);
        outcome = arrange(g, &all);
    }
    lc_vec_free(g->p->budget, &all);
    return fine ? outcome : lc_poly_halt(g->p, LC_NO_MEMORY);
}

static lc_outcome decide_log(lc_poly *p, const lc_part *part) {
    lince_value init = p->binding->objects.at[part->object].init;
    lc_log g = {.p = p, .part = part, .key = part->key, .init = init != LINCE_NO_VALUE ? init : LINCE_NIL};
    lc_map64_init(&g.puts, p->budget);
    lc_map64_init(&g.of_appends, p->budget);
    lc_map64_init(&g.known, p->budget);
    lc_outcome outcome = decide(&g);
    lc_map64_free(&g.puts);
    lc_map64_free(&g.of_appends);
    lc_map64_free(&g.known);
    lc_vec_free(p->budget, &g.pieces);
    lc_vec_free(p->budget, &g.reads);
    lc_vec_free(p->budget, &g.runs);
    lc_vec_free(p->budget, &g.lengths);
    return outcome;
}

/* Without appends a key is a register. */
lc_outcome lc_poly_map(lc_poly *p, const lc_part *part) {
    for (uint32_t i = 0; i < part->event_count; i++) {
        lc_meaning m;
        lc_mean(p->binding, lc_event_op(part->events[i]), &m);
        if (m.method->role == LINCE_ROLE_APPEND) return decide_log(p, part);
    }
    return lc_poly_register(p, part);
}
