/* Clauses that people can read: none that follows from the rest, and no counter in them that does not matter.
 *
 * Clauses learned from cases are stronger than they must be.  A letter, or a kind of pending operations, is taken out
 * of an atom if the clause is then still one that every history of the kernel satisfies, and is no weaker together with
 * the other clauses.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "counting/grammar/derive.h"

/* Clauses that can be switched on: a variable more for each. */
typedef struct board {
    lc_derivation *d;
    lc_solver *solver;
    uint32_t first, width, next; /* the variables */
    uint32_t *on;                /* of each clause: the name of its being on */
    lc_constraint *guard;
    lc_literal *literals;
    uint32_t *assumed;
} board;

static bool make_board(board *b, lc_derivation *d) {
    uint32_t count = d->clauses.count;
    *b = (board){.d = d, .first = d->space.counters, .width = d->space.counters + 2 * count};
    b->next = b->first;
    b->solver = lc_solver_new(b->width, d->limits);
    b->on = lc_arena_take(&d->arena, (count + (size_t)1) * sizeof *b->on);
    b->guard = lc_arena_take(&d->arena, sizeof *b->guard);
    int64_t *at = lc_arena_take(&d->arena, (b->width + (size_t)1) * sizeof *at);
    b->literals = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *b->literals);
    b->assumed = lc_arena_take(&d->arena, (count + d->rows.count + (size_t)2) * sizeof *b->assumed);
    if (!b->solver || !b->on || !b->guard || !at || !b->literals || !b->assumed) return false;
    *b->guard = (lc_constraint){.kind = LC_ROW_AT_LEAST, .width = b->width, .constant = -1, .at = at};
    return true;
}

static void connect(board *b, uint32_t number) {
    const lc_atoms *clause = &b->d->clauses.at[number];
    memset(b->guard->at, 0, b->width * sizeof *b->guard->at);
    b->guard->at[b->next++] = 1;
    for (uint32_t j = 0; j < clause->count; j++) b->literals[j] = lc_derivation_literal(b->d, clause->at[j], false);
    b->literals[clause->count] = (lc_literal){b->guard, true};
    lc_solver_add(b->solver, b->literals, clause->count + 1);
    b->on[number] = lc_solver_name(b->solver, (lc_literal){b->guard, false});
}

/* Assumes that clause to be broken, and all other clauses but those between `kept` and it to hold. */
static uint32_t assume_broken(board *b, uint32_t kept, uint32_t number) {
    const lc_atoms *clause = &b->d->clauses.at[number];
    uint32_t n = 0;
    for (uint32_t j = 0; j < b->d->clauses.count; j++)
        if (j < kept || j > number) b->assumed[n++] = b->on[j];
    for (uint32_t j = 0; j < clause->count; j++)
        b->assumed[n++] = lc_solver_name(b->solver, lc_derivation_literal(b->d, clause->at[j], true));
    return n;
}

/* ---- clauses that follow from the rest ---- */

static int longest_first(const void *a, const void *b) {
    const lc_atoms *x = a, *y = b;
    return (x->count < y->count) - (x->count > y->count);
}

static bool drop_implied(board *b) {
    lc_derivation *d = b->d;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->clauses.count; i++) {
        lc_reply reply = lc_solver_check(b->solver, b->assumed, assume_broken(b, kept, i));
        if (reply == LC_DONT_KNOW) return false;
        if (reply == LC_NO) continue;
        lc_atoms swap = d->clauses.at[kept]; /* dropped clauses go to the end */
        d->clauses.at[kept] = d->clauses.at[i];
        d->clauses.at[i] = swap;
        b->on[kept++] = b->on[i];
    }
    for (uint32_t i = kept; i < d->clauses.count; i++) lc_vec_free(d->budget, &d->clauses.at[i]);
    d->clauses.count = kept;
    return true;
}

/* ---- counters that do not matter ---- */

static lc_reply always(lc_derivation *d, const lc_atoms *clause, uint32_t without, uint32_t *assumed) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < clause->count; i++)
        if (i != without) assumed[n++] = lc_solver_name(d->belongs, lc_derivation_literal(d, clause->at[i], true));
    lc_reply reply = lc_derivation_check(d, d->belongs, assumed, n);
    return reply == LC_NO ? LC_YES : reply == LC_YES ? LC_NO : LC_DONT_KNOW;
}

/* The atom without a letter, or a kind of pending operations; false: it has none of that, or nothing else. */
static bool without_block(lc_derivation *d, lc_atom old, uint32_t block, lc_atom *out) {
    const lc_count_space *c = &d->space;
    const lc_constraint *row = d->rows.at[old.number];
    uint32_t letters = c->grammar->letter_count;
    uint32_t from = block < letters ? lc_returned_counter(c, block, 0, 0) : lc_pending_counter(c, block - letters, 0);
    uint32_t size = block < letters ? c->intervals : c->length + 1;
    lc_constraint *less = lc_constraint_copy(&d->arena, row, row->width);
    bool had = false, has = false;
    if (!less || row->kind != LC_ROW_AT_LEAST) return false;
    for (uint32_t i = 0; i < row->width; i++) {
        bool inside = i >= from && i < from + size;
        had |= inside && row->at[i];
        has |= !inside && row->at[i];
        if (inside) less->at[i] = 0;
    }
    if (!had || !has) return false;
    if (old.negated) { /* the statement is sum <= -1 */
        for (uint32_t i = 0; i < less->width; i++) less->at[i] = -less->at[i];
        less->constant = -less->constant - 1;
    }
    return lc_constraint_tidy(less) && lc_derivation_atom(d, less, out);
}

/* Tries it: 1 if it was better, 0 if not, -1 if that is unknown. */
static int try_without(board *b, uint32_t number, uint32_t at, uint32_t block) {
    lc_derivation *d = b->d;
    lc_atoms *clause = &d->clauses.at[number];
    lc_atom old = clause->at[at], less;
    if (!without_block(d, old, block, &less)) return lc_exhausted(d->budget) ? -1 : 0;
    uint32_t n = assume_broken(b, number, number);
    b->assumed[n++] = lc_solver_name(b->solver, lc_derivation_literal(d, less, false));
    lc_reply reply = lc_solver_check(b->solver, b->assumed, n);
    if (reply != LC_NO) return reply == LC_YES ? 0 : -1;
    clause->at[at] = less;
    reply = always(d, clause, UINT32_MAX, b->assumed);
    if (reply != LC_YES) clause->at[at] = old;
    return reply == LC_YES ? 1 : reply == LC_NO ? 0 : -1;
}

static bool simplify(board *b, uint32_t number) {
    lc_derivation *d = b->d;
    lc_atoms *clause = &d->clauses.at[number];
    uint32_t blocks = d->space.grammar->letter_count + d->space.kind_count;
    bool changed = false;
    for (uint32_t at = 0; at < clause->count; at++)
        for (uint32_t block = 0; block < blocks; block++) {
            int better = try_without(b, number, at, block);
            if (better < 0) return false;
            changed |= better;
        }
    for (uint32_t at = 0; at < clause->count && changed && clause->count > 1;) {
        lc_reply reply = always(d, clause, at, b->assumed);
        if (reply == LC_DONT_KNOW) return false;
        if (reply == LC_YES) clause->at[at] = clause->at[--clause->count];
        else at++;
    }
    if (changed) connect(b, number);
    return true;
}

/* ---- an order that does not depend on how they were found ---- */

static uint32_t length_of(const lc_constraint *row) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < row->width; i++) count += row->at[i] != 0;
    return count;
}

static int compare_atoms(const void *a, const void *b, void *context) {
    const lc_derivation *d = context;
    const lc_atom *x = a, *y = b;
    const lc_constraint *p = d->rows.at[x->number], *q = d->rows.at[y->number];
    uint32_t m = length_of(p), n = length_of(q);
    if (m != n) return m < n ? -1 : 1;
    for (uint32_t i = 0; i < p->width; i++) {
        int64_t s = x->negated ? -p->at[i] : p->at[i], t = y->negated ? -q->at[i] : q->at[i];
        if (s != t) return s < t ? -1 : 1;
    }
    return LC_ORDER(p->constant, q->constant);
}

/* The largest first: they are listed from the end. */
static int compare_clauses(const void *a, const void *b, void *context) {
    const lc_atoms *x = a, *y = b;
    int order = longest_first(x, y);
    for (uint32_t i = 0; i < x->count && !order; i++) order = compare_atoms(&y->at[i], &x->at[i], context);
    return order;
}

static void sort_all(lc_derivation *d) {
    for (uint32_t i = 0; i < d->clauses.count; i++)
        qsort_r(d->clauses.at[i].at, d->clauses.at[i].count, sizeof(lc_atom), compare_atoms, d);
    if (d->clauses.count) qsort_r(d->clauses.at, d->clauses.count, sizeof *d->clauses.at, compare_clauses, d);
}

bool lc_simplify_clauses(lc_derivation *d) {
    board b;
    if (!d->clauses.count) return true;
    qsort(d->clauses.at, d->clauses.count, sizeof *d->clauses.at, longest_first);
    bool good = make_board(&b, d);
    for (uint32_t i = 0; i < d->clauses.count && good; i++) connect(&b, i);
    good = good && drop_implied(&b);
    for (uint32_t i = 0; i < d->clauses.count && good; i++)
        if (d->clauses.at[i].count > 1) good = simplify(&b, i);
    good = good && drop_implied(&b);
    lc_solver_free(b.solver);
    if (good) sort_all(d);
    return good;
}
