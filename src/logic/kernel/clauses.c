/* The clauses of a kernel, see derive.h. */
#include <assert.h>
#include <stdlib.h>

#include "logic/kernel/derive.h"

enum { MOST_CLAUSES = 2000 };

static bool learn(lc_derivation *d, lc_solver *gap, const lc_atom *atoms, uint32_t count) {
    lc_atoms clause = {0};
    lc_literal *literals = lc_arena_take(&d->arena, (count + (size_t)1) * sizeof *literals);
    bool good = literals;
    for (uint32_t i = 0; i < count && good; i++) {
        literals[i] = lc_derivation_literal(d, atoms[i], false);
        good = lc_push(d->budget, &clause, atoms[i]);
    }
    good = good && lc_push(d->budget, &d->clauses, clause);
    if (good) lc_solver_add(gap, literals, count);
    else lc_vec_free(d->budget, &clause);
    return good;
}

/* Does one of these hold in every history of the kernel? */
static lc_answer always(lc_derivation *d, const lc_atom *atoms, uint32_t count, lc_literal *scratch) {
    for (uint32_t i = 0; i < count; i++) scratch[i] = lc_derivation_literal(d, atoms[i], true);
    lc_answer answer = lc_derivation_check(d, d->belongs, scratch, count);
    return answer == LC_NO ? LC_YES : answer == LC_YES ? LC_NO : LC_DONT_KNOW;
}

static bool learn_alone(lc_derivation *d, lc_solver *gap) {
    for (uint32_t i = 0; i < d->rows.count; i++)
        for (int negated = 0; negated < 2; negated++) {
            lc_atom atom = {i, negated};
            lc_literal scratch;
            lc_answer answer = always(d, &atom, 1, &scratch);
            if (answer == LC_DONT_KNOW || (answer == LC_YES && !learn(d, gap, &atom, 1))) return false;
        }
    return true;
}

/* Of what holds of a history outside the kernel, as little as keeps it outside: first what the solver blamed, then
 * without each of these in turn, the most complicated first. */
static uint32_t complexity(const lc_row *row) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < row->width; i++) sum += row->at[i] != 0;
    return sum;
}

static void most_complicated_first(const lc_derivation *d, lc_atom *atoms, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && complexity(d->rows.at[atoms[j - 1].number]) <
                                          complexity(d->rows.at[atoms[j].number]);
             j--) {
            lc_atom swap = atoms[j];
            atoms[j] = atoms[j - 1];
            atoms[j - 1] = swap;
        }
}

static bool exclude(lc_derivation *d, lc_solver *gap, lc_atom *atoms, uint32_t count, lc_literal *scratch) {
    if (always(d, atoms, count, scratch) != LC_YES) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lc_solver_blamed(d->belongs, i)) atoms[kept++] = atoms[i];
    count = kept;
    most_complicated_first(d, atoms, count);
    for (uint32_t i = 0; i < count;) {
        lc_atom without = atoms[i];
        for (uint32_t j = i; j + 1 < count; j++) atoms[j] = atoms[j + 1];
        lc_answer answer = always(d, atoms, count - 1, scratch);
        if (answer == LC_DONT_KNOW) return false;
        if (answer == LC_YES) {
            count--;
            continue;
        }
        for (uint32_t j = count - 1; j > i; j--) atoms[j] = atoms[j - 1];
        atoms[i++] = without;
    }
    return learn(d, gap, atoms, count);
}

/* What does not hold of the history in `gap`. */
static uint32_t wrong_with(const lc_derivation *d, const lc_solver *gap, int64_t *values, lc_atom *out) {
    for (uint32_t i = 0; i < d->space.counters; i++) values[i] = lc_solver_value(gap, i);
    for (uint32_t i = 0; i < d->rows.count; i++) out[i] = (lc_atom){i, lc_row_holds(d->rows.at[i], values)};
    return d->rows.count;
}

static bool learn_all(lc_derivation *d, lc_solver *gap) {
    lc_literal *scratch = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *scratch);
    lc_atom *atoms = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *atoms);
    int64_t *values = lc_arena_take(&d->arena, (d->space.counters + (size_t)1) * sizeof *values);
    if (!scratch || !atoms || !values || !learn_alone(d, gap)) return false;
    for (;;) {
        lc_answer answer = lc_solver_check(gap, NULL, 0);
        if (answer != LC_YES) return answer == LC_NO;
        if (d->clauses.count == MOST_CLAUSES) return false;
        uint32_t count = wrong_with(d, gap, values, atoms);
        if (!exclude(d, gap, atoms, count, scratch)) return false;
    }
}

static int longest_first(const void *a, const void *b) {
    const lc_atoms *x = a, *y = b;
    return (x->count < y->count) - (x->count > y->count);
}

/* Drops clauses that follow from the others. */
static bool drop_implied(lc_derivation *d) {
    uint32_t count = d->clauses.count, kept = 0, first = d->space.counters;
    if (!count) return true;
    qsort(d->clauses.at, count, sizeof *d->clauses.at, longest_first);
    lc_solver *solver = lc_solver_new(first + count, d->limits);
    lc_system guards;
    lc_system_init(&guards, first + count, d->budget);
    lc_literal *literals = lc_arena_take(&guards.arena, (count + d->rows.count + (size_t)1) * sizeof *literals);
    bool *gone = lc_arena_take(&guards.arena, count);
    bool good = solver && literals && gone;
    for (uint32_t i = 0; i < count && good; i++) {
        lc_row *guard = lc_system_row(&guards, LC_ROW_AT_LEAST);
        if (!(good = guard)) break;
        guard->at[first + i] = 1;
        guard->constant = -1;
        const lc_atoms *clause = &d->clauses.at[i];
        for (uint32_t j = 0; j < clause->count; j++) literals[j] = lc_derivation_literal(d, clause->at[j], false);
        literals[clause->count] = (lc_literal){guard, true};
        lc_solver_add(solver, literals, clause->count + 1);
        gone[i] = false;
    }
    for (uint32_t i = 0; i < count && good; i++) {
        uint32_t n = 0;
        for (uint32_t j = 0; j < count; j++)
            if (j != i && !gone[j]) literals[n++] = (lc_literal){guards.rows.at[j], false};
        for (uint32_t j = 0; j < d->clauses.at[i].count; j++)
            literals[n++] = lc_derivation_literal(d, d->clauses.at[i].at[j], true);
        lc_answer answer = lc_solver_check(solver, literals, n);
        gone[i] = answer == LC_NO;
        good = answer != LC_DONT_KNOW;
    }
    for (uint32_t i = 0; i < count && good; i++) {
        if (gone[i]) lc_vec_free(d->budget, &d->clauses.at[i]);
        else d->clauses.at[kept++] = d->clauses.at[i];
    }
    if (good) d->clauses.count = kept;
    lc_system_free(&guards);
    lc_solver_free(solver);
    return good;
}

bool lc_derive_clauses(lc_derivation *d) {
    lc_solver *gap = lc_solver_new(d->space.counters, d->limits);
    lc_literal *outside = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *outside);
    bool good = gap && outside;
    for (uint32_t i = 0; i < d->cases.count && good; i++) {
        const lc_atoms *one = &d->cases.at[i];
        for (uint32_t j = 0; j < one->count; j++) outside[j] = lc_derivation_literal(d, one->at[j], true);
        lc_solver_add(gap, outside, one->count);
    }
    good = good && learn_all(d, gap) && drop_implied(d);
    lc_solver_free(gap);
    return good;
}
