/* The clauses of a kernel, see derive.h. */

#include "counting/grammar/derive.h"

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

/* The state of learning clauses. */
typedef struct learning {
    lc_derivation *d;
    lc_solver *gap;            /* histories that satisfy all clauses and are in no case */
    uint32_t *names, *assumed; /* in d->belongs: of each atom, that it holds and that it does not */
    lc_atom *atoms;
    int64_t *values;
    lc_points members; /* of the kernel */
} learning;

static uint32_t name_of(const learning *l, lc_atom a, bool negated) {
    return l->names[2 * a.number + (a.negated != negated)];
}

static bool none_holds(const learning *l, const lc_atom *atoms, uint32_t count, const int64_t *point) {
    for (uint32_t i = 0; i < count; i++)
        if (lc_constraint_holds(l->d->rows.at[atoms[i].number], point) != atoms[i].negated) return false;
    return true;
}

/* Does one of these hold in every history of the kernel? */
static lc_reply always(learning *l, const lc_atom *atoms, uint32_t count) {
    for (uint32_t i = 0; i < l->members.count; i++)
        if (none_holds(l, atoms, count, lc_point(&l->members, i))) return LC_NO;
    for (uint32_t i = 0; i < count; i++) l->assumed[i] = name_of(l, atoms[i], true);
    lc_reply answer = lc_derivation_check(l->d, l->d->belongs, l->assumed, count);
    if (answer == LC_YES) lc_points_add(&l->members, l->d->belongs);
    return answer == LC_NO ? LC_YES : answer == LC_YES ? LC_NO : LC_DONT_KNOW;
}

static bool learn_alone(learning *l) {
    for (uint32_t i = 0; i < l->d->rows.count; i++)
        for (int negated = 0; negated < 2; negated++) {
            lc_atom atom = {i, negated};
            lc_reply answer = always(l, &atom, 1);
            if (answer == LC_DONT_KNOW || (answer == LC_YES && !learn(l->d, l->gap, &atom, 1))) return false;
        }
    return true;
}

/* Of the constraints that hold of a history outside the kernel, as few as keep it outside: first those that the solver
 * blamed, then without each of these in turn, the most complicated first. */
static uint32_t complexity(const lc_constraint *row) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < row->width; i++) sum += row->at[i] != 0;
    return sum;
}

static void most_complicated_first(const lc_derivation *d, lc_atom *atoms, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i;
             j > 0 && complexity(d->rows.at[atoms[j - 1].number]) < complexity(d->rows.at[atoms[j].number]); j--) {
            lc_atom swap = atoms[j];
            atoms[j] = atoms[j - 1];
            atoms[j - 1] = swap;
        }
}

static bool exclude(learning *l, lc_atom *atoms, uint32_t count) {
    if (always(l, atoms, count) != LC_YES) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lc_solver_blamed(l->d->belongs, name_of(l, atoms[i], true))) atoms[kept++] = atoms[i];
    count = kept;
    most_complicated_first(l->d, atoms, count);
    for (uint32_t i = 0; i < count;) {
        lc_atom without = atoms[i];
        for (uint32_t j = i; j + 1 < count; j++) atoms[j] = atoms[j + 1];
        lc_reply answer = always(l, atoms, count - 1);
        if (answer == LC_DONT_KNOW) return false;
        if (answer == LC_YES) {
            count--;
            continue;
        }
        for (uint32_t j = count - 1; j > i; j--) atoms[j] = atoms[j - 1];
        atoms[i++] = without;
    }
    return learn(l->d, l->gap, atoms, count);
}

/* The atoms that do not hold of the history in the gap. */
static void find_wrong(learning *l) {
    const lc_derivation *d = l->d;
    for (uint32_t i = 0; i < d->space.counters; i++) l->values[i] = lc_solver_value(l->gap, i);
    for (uint32_t i = 0; i < d->rows.count; i++)
        l->atoms[i] = (lc_atom){i, lc_constraint_holds(d->rows.at[i], l->values)};
}

static bool learn_all(lc_derivation *d, lc_solver *gap) {
    learning l = {.d = d, .gap = gap};
    l.names = lc_arena_take(&d->arena, (2 * d->rows.count + (size_t)1) * sizeof *l.names);
    l.assumed = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *l.assumed);
    l.atoms = lc_arena_take(&d->arena, (d->rows.count + (size_t)1) * sizeof *l.atoms);
    l.values = lc_arena_take(&d->arena, (d->space.counters + (size_t)1) * sizeof *l.values);
    if (!lc_points_init(&l.members, &d->arena, d->space.counters)) return false;
    if (!l.names || !l.assumed || !l.atoms || !l.values) return false;
    for (uint32_t i = 0; i < 2 * d->rows.count; i++)
        l.names[i] = lc_solver_name(d->belongs, (lc_literal){d->rows.at[i / 2], i & 1});
    if (!learn_alone(&l)) return false;
    for (;;) {
        lc_reply answer = lc_solver_check(gap, NULL, 0);
        if (answer != LC_YES) return answer == LC_NO;
        if (d->clauses.count == MOST_CLAUSES) return false;
        find_wrong(&l);
        if (!exclude(&l, l.atoms, d->rows.count)) return false;
    }
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
    good = good && learn_all(d, gap) && lc_simplify_clauses(d);
    lc_solver_free(gap);
    return good;
}
