/* Values that grow by appending: keys of a map that are put, appended to, and read as a whole.
 *
 * A read shows the put, or the beginning, from which its value grew, and the appends since then in their order
 * (log_read.c).  A put with the appends that reads show after it, and these reads, is a run; so are the appends and
 * reads that come before all puts.  The runs take the place of the clusters of register.c: let `first` be a run's first
 * return and `last` its last call, where the beginning has returned before everything.  A put or an append that no read
 * shows is a run of its own; if it has not returned it is left out.
 *
 * Theorem.  If all pieces of values are different, and none begins another one, a history of such a key is linearizable
 * iff
 *
 *   - the reads of a run show the same appends in the same order, one of them more than another, and no append is in
 * two runs or at two places; and
 *   - the runs have an order (runs.c), where the values put a read before the first append that it does not show.
 *
 * Why.  From a put until the last operation that depends on it the value must not be put anew, nor may appends come
 * that the reads do not show: so a run is one stretch in every order.  Each run but the beginning starts with a put, so
 * the value before it does not matter; a run of one append leaves a value that no read shows.
 *
 * Of appends that are alike a read does not determine which one it shows.  They are assigned as is likely; an order
 * that is found nevertheless is one, and a violation is left to another algorithm.
 *
 * Time O(n log n), and the time to read the values.
 */
#include "check/poly/log.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"
#include "check/poly/runs.h"
#include "check/poly/waiting.h"

/* ---- the operations ---- */

static lc_outcome add_piece(lc_log *g, const lc_meaning *m, lc_piece piece) {
    const lince_values *values = &g->p->binding->values;
    if (lince_value_kind(values, m->last) != LINCE_STRING)
        return lc_poly_not_for_me(g->p, "something else than strings is put or appended");
    piece.text = lince_get_text(values, m->last, &piece.length);
    piece.run = LC_NO_PIECE;
    if (!piece.length || (piece.puts && m->last == g->init))
        return lc_poly_not_for_me(g->p, "an empty or the initial value is put or appended");
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

/* One that no read shows. */
static lc_run fresh_run(uint32_t put) {
    return (lc_run){.put = put, .longest = LC_NO_PIECE, .begin = LC_NO_PIECE, .end = LC_NO_PIECE};
}

/* y returned before x was called, though x comes first. */
static lc_outcome out_of_order(lc_log *g, const lc_member *x, const lc_member *y) {
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

/* Puts and appends at even steps, reads right after the one that they show last. */
static bool list_members(lc_log *g, lc_runs *all) {
    for (uint32_t i = 0; i < g->pieces.count; i++) {
        lc_piece *x = &g->pieces.at[i];
        if (x->run == LC_NO_PIECE && x->returned == LC_NEVER) continue;
        if (x->run == LC_NO_PIECE) {
            x->run = g->runs.count;
            if (!lc_push(g->p->budget, &g->runs, fresh_run(i))) return false;
        }
        if (!lc_join_run(g->p, all, (lc_member){x->run, 2 * x->place, x->op, x->called, x->returned})) return false;
    }
    for (uint32_t i = 0; i < g->reads.count; i++) {
        const lc_shown *x = &g->reads.at[i];
        if (!lc_join_run(g->p, all, (lc_member){x->run, 2 * x->place + 1, x->op, x->called, x->returned})) return false;
    }
    all->count = g->runs.count;
    return true;
}

/* ---- the order of runs ---- */

/* Each of two runs comes before the other one: mostly reads of the first one miss the only operation of the second. */
static lc_outcome came_back(lc_log *g, const lc_runs *r) {
    const lc_run_span *a = &r->spans[r->a], *b = &r->spans[r->b];
    uint32_t longest = g->runs.at[r->a].longest;
    bool missing = g->runs.at[r->b].longest == LC_NO_PIECE;
    lc_poly_name(g->p, missing ? "a read that misses an operation" : "a value that came back");
    if (missing) {
        lc_poly_explain_op(g->p, longest == LC_NO_PIECE ? a->last_op : g->reads.at[longest].op);
        lc_poly_explain(g->p, " misses ");
        lc_poly_explain_op(g->p, b->first_op);
        lc_poly_explain(g->p, ": ");
    }
    if (r->a) {
        put_before(g, a->first_op, b->last_op);
        lc_poly_explain(g->p, ", and ");
    }
    put_before(g, b->first_op, a->last_op);
    if (!missing) lc_poly_explain(g->p, ", though a value that was put over does not come back");
    lc_log_blame_run(g, r->a);
    lc_log_blame_run(g, r->b);
    return lc_log_violated(g);
}

/* ---- all of it ---- */

static int by_return(const void *a, const void *b) {
    const lc_shown *x = a, *y = b;
    return LC_ORDER(x->returned, y->returned);
}

static lc_outcome decide(lc_log *g) {
    lc_outcome outcome = see_part(g);
    if (outcome == LC_HOLDS && !lc_push(g->p->budget, &g->runs, fresh_run(LC_NO_PIECE)))
        outcome = lc_poly_halt(g->p, LC_NO_MEMORY);
    if (g->reads.count) qsort(g->reads.at, g->reads.count, sizeof *g->reads.at, by_return);
    if (outcome == LC_HOLDS) outcome = lc_log_read(g);
    if (outcome != LC_HOLDS) return outcome;
    lc_runs all = {0};
    bool fine = list_members(g, &all);
    if (fine) outcome = lc_runs_order(g->p, &all);
    if (outcome == LC_VIOLATED) outcome = all.late ? out_of_order(g, all.late, all.early) : came_back(g, &all);
    lc_runs_free(g->p, &all);
    if (outcome == LC_VIOLATED && g->repeated) {
        g->p->core.count = 0;
        outcome = lc_poly_not_for_me(g->p, lc_poly_repeated);
    }
    return fine ? outcome : lc_poly_halt(g->p, LC_NO_MEMORY);
}

lc_outcome lc_poly_log(lc_poly *p, const lc_part *part) {
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
