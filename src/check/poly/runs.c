/* Runs: operations that come as one stretch in every order.
 *
 * The values of a cell can be such that some operations come in one stretch, in an order of steps: a put with the
 * appends that reads show after it, a write with the chain of cas operations that took its value, each with its reads.
 * One run, the beginning, comes before all.  Let `first` be a run's first return and `last` its last call, where the
 * beginning has returned before everything.
 *
 * Theorem.  If each run may follow any other one, there is an order iff
 *
 *   - an operation of a run whose step comes before that of another one was called before that returned; and
 *   - there are no two runs a and b with a.first < b.last and b.first < a.last.
 *
 * Why.  Both are necessary.  Conversely the runs follow each other as the clusters of a register do (register.c).
 * Within a run all operations have been called at its end, none has returned at its beginning, and each takes effect at
 * the latest call of those of earlier steps and its own, but not before the run begins: by the first condition before
 * it returns.
 *
 * Time O(n log n).
 */
#include "check/poly/runs.h"

#include <stdlib.h>

#include "base/order.h"

/* ---- the order within runs ---- */

static int by_step(const void *a, const void *b) {
    const lc_member *x = a, *y = b;
    if (x->run != y->run) return LC_ORDER(x->run, y->run);
    if (x->step != y->step) return LC_ORDER(x->step, y->step);
    return LC_ORDER(x->called, y->called);
}

static lc_outcome check_steps(lc_runs *r) {
    const lc_member *at = r->members.at, *latest = NULL; /* of earlier steps of the run, the one called last */
    uint32_t count = r->members.count;
    for (uint32_t i = 0, from = 0; i < count; from = i) {
        const lc_member *step = &at[from];
        if (from && step[-1].run != step->run) latest = NULL;
        for (; i < count && at[i].run == step->run && at[i].step == step->step; i++) {
            if (!latest || at[i].returned > latest->called) continue;
            r->late = latest;
            r->early = &at[i];
            return LC_VIOLATED;
        }
        for (uint32_t k = from; k < i; k++)
            if (!latest || at[k].called > latest->called) latest = &at[k];
    }
    return LC_HOLDS;
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

static void span_runs(lc_runs *r) {
    for (uint32_t i = 0; i < r->count; i++) r->spans[i] = (lc_run_span){.first = LC_NEVER};
    for (uint32_t i = r->members.count; i-- > 0;) {
        const lc_member *m = &r->members.at[i];
        lc_run_span *span = &r->spans[m->run];
        span->begin = i;
        if (m->returned < span->first) {
            span->first = m->returned;
            span->first_op = m->op;
        }
        if (m->called >= span->last) {
            span->last = m->called;
            span->last_op = m->op;
        }
    }
}

/* The beginning returned before everything. */
static lc_outcome compare_runs(lc_runs *r, const turn *turns, uint32_t count) {
    const lc_run_span *before = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const lc_run_span *span = &r->spans[turns[i].run];
        if (before && turns[i].when <= before->last && (span->first < span->last || span->first < before->last)) {
            r->a = (uint32_t)(before - r->spans);
            r->b = turns[i].run;
            return LC_VIOLATED;
        }
        if (turns[i].run == 0 || span->first < span->last) before = span;
    }
    return LC_HOLDS;
}

static lc_outcome arrange(lc_poly *p, lc_runs *r) {
    size_t bytes = (size_t)r->count * sizeof(turn);
    turn *turns = lc_allocate(p->budget, bytes);
    if (!turns || !lc_reserve(p->budget, &r->sequence, r->count)) {
        if (turns) lc_release(p->budget, turns, bytes);
        return lc_poly_halt(p, LC_NO_MEMORY);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const lc_run_span *span = &r->spans[i];
        if (i && span->first == LC_NEVER) continue;
        turns[count++] = (turn){i == 0 ? 0 : span->first < span->last ? span->first : span->last, i};
    }
    if (count) qsort(turns, count, sizeof *turns, by_when);
    lc_outcome outcome = compare_runs(r, turns, count);
    for (uint32_t i = 0; i < count; i++) r->sequence.at[i] = turns[i].run;
    r->sequence.count = count;
    lc_release(p->budget, turns, bytes);
    return outcome;
}

bool lc_runs_list(lc_poly *p, const lc_runs *r) {
    p->order.count = 0;
    for (uint32_t i = 0; i < r->sequence.count; i++) {
        uint32_t run = r->sequence.at[i];
        for (uint32_t k = r->spans[run].begin; k < r->members.count && r->members.at[k].run == run; k++)
            if (!lc_poly_place(p, r->members.at[k].op)) return false;
    }
    return true;
}

lc_outcome lc_runs_order(lc_poly *p, lc_runs *r) {
    r->spans = lc_allocate(p->budget, (size_t)r->count * sizeof *r->spans);
    if (!r->spans) return lc_poly_halt(p, LC_NO_MEMORY);
    if (r->members.count) qsort(r->members.at, r->members.count, sizeof *r->members.at, by_step);
    span_runs(r);
    lc_outcome outcome = check_steps(r);
    if (outcome == LC_HOLDS) outcome = arrange(p, r);
    return outcome != LC_HOLDS || lc_runs_list(p, r) ? outcome : lc_poly_halt(p, LC_NO_MEMORY);
}

void lc_runs_free(lc_poly *p, lc_runs *r) {
    if (r->spans) lc_release(p->budget, r->spans, (size_t)r->count * sizeof *r->spans);
    lc_vec_free(p->budget, &r->members);
    lc_vec_free(p->budget, &r->sequence);
}
