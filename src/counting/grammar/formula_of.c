/* A derivation as a formula for people: sums of totals where that is shorter than listing intervals, everything
 * positive on the side where it belongs. */
#include <string.h>

#include "counting/grammar/derive.h"

/* The two sides of `left <= right`. */
typedef struct sides {
    lc_scope *scope;
    LC_VEC(lc_count_of) left, right;
} sides;

static void add(sides *s, int64_t times, bool total, uint32_t constant, uint32_t from, uint32_t to) {
    lc_count_of count = {
        times < 0 ? -times : times, total && from < to, {.constant = true, .number = constant}, from, to};
    if (times > 0) (void)lc_push(s->scope->arena.budget, &s->right, count);
    if (times < 0) (void)lc_push(s->scope->arena.budget, &s->left, count);
}

/* ---- returned operations of one letter: a number for each interval ---- */

enum { MOST_INTERVALS = 256 };

typedef struct part {
    int64_t times;
    bool total;
    uint32_t from, to;
} part;

typedef struct parts {
    part at[2 * MOST_INTERVALS];
    uint32_t count;
} parts;

static int64_t least_inside(const lc_count_space *c, const int64_t *f, uint32_t a, uint32_t b) {
    int64_t least = INT64_MAX;
    for (uint32_t i = a; i <= b; i++)
        for (uint32_t j = i; j <= b; j++)
            if (f[lc_interval_number(c, i, j)] < least) least = f[lc_interval_number(c, i, j)];
    return least;
}

static void subtract_inside(const lc_count_space *c, int64_t *f, uint32_t a, uint32_t b, int64_t times) {
    for (uint32_t i = a; i <= b; i++)
        for (uint32_t j = i; j <= b; j++) f[lc_interval_number(c, i, j)] -= times;
}

/* The largest totals first, then single intervals; `sign` selects the numbers that are meant. */
static void list_greedily(const lc_count_space *c, const int64_t *numbers, int sign, parts *out) {
    int64_t f[MOST_INTERVALS];
    for (uint32_t i = 0; i < c->intervals; i++) f[i] = numbers[i] * sign > 0 ? numbers[i] * sign : 0;
    for (uint32_t size = c->length + 1; size-- > 1;)
        for (uint32_t a = 0; a + size <= c->length; a++) {
            int64_t times = least_inside(c, f, a, a + size);
            if (!times) continue;
            out->at[out->count++] = (part){times * sign, true, a, a + size};
            subtract_inside(c, f, a, a + size, times);
        }
    for (uint32_t a = 0; a <= c->length; a++)
        for (uint32_t b = a; b <= c->length; b++)
            if (f[lc_interval_number(c, a, b)])
                out->at[out->count++] = (part){f[lc_interval_number(c, a, b)] * sign, false, a, b};
}

/* The only sum of totals that is equal to it, by differences. */
static void list_totals(const lc_count_space *c, const int64_t *numbers, parts *out) {
    int64_t f[MOST_INTERVALS];
    memcpy(f, numbers, c->intervals * sizeof *f);
    for (uint32_t size = c->length + 1; size-- > 0;)
        for (uint32_t a = 0; a + size <= c->length; a++) {
            int64_t times = f[lc_interval_number(c, a, a + size)];
            if (!times) continue;
            out->at[out->count++] = (part){times, true, a, a + size};
            subtract_inside(c, f, a, a + size, times);
        }
}

/* Whichever is shorter. */
static void add_numbers(sides *s, const lc_count_space *c, const int64_t *numbers, uint32_t constant) {
    parts listed = {.count = 0}, totals = {.count = 0};
    list_greedily(c, numbers, 1, &listed);
    list_greedily(c, numbers, -1, &listed);
    list_totals(c, numbers, &totals);
    const parts *shorter = totals.count < listed.count ? &totals : &listed;
    for (uint32_t i = 0; i < shorter->count; i++)
        add(s, shorter->at[i].times, shorter->at[i].total, constant, shorter->at[i].from, shorter->at[i].to);
}

static void add_returned(sides *s, const lc_derivation *d, const lc_constraint *row, uint32_t letter,
                         const uint32_t *names) {
    const lc_count_space *c = &d->space;
    for (uint32_t label = 0; label < c->grammar->labels.count; label++)
        if (c->grammar->letters.at[label] == letter)
            add_numbers(s, c, row->at + lc_returned_counter(c, letter, 0, 0), names[label]);
}

/* Those called in step i end where the history does, which may be shorter than the formula's length. */
static void add_pending(sides *s, const lc_derivation *d, const lc_constraint *row, uint32_t kind,
                        const uint32_t *names) {
    const lc_count_space *c = &d->space;
    int64_t numbers[MOST_INTERVALS];
    uint64_t labels = c->kinds[kind].labels;
    for (uint32_t i = 0; i <= c->length; i++)
        for (uint32_t j = i; j <= c->length; j++)
            numbers[lc_interval_number(c, i, j)] = row->at[lc_pending_counter(c, kind, i)];
    for (uint32_t label = 0; label < c->grammar->labels.count; label++) {
        bool again = false; /* the same call with another result */
        for (uint32_t l = 0; l < label; l++) again |= (labels >> l & 1) && names[l] == names[label];
        if ((labels >> label & 1) && !again) add_numbers(s, c, numbers, names[label]);
    }
}

/* ---- formulas ---- */

typedef struct translator {
    const lc_derivation *d;
    lc_scope *scope;
    uint32_t returned[LC_MOST_LABELS], pending[LC_MOST_LABELS]; /* constants of the scope */
} translator;

static const lc_formula *formula_of_row(translator *t, const lc_constraint *row, bool negated) {
    const lc_count_space *c = &t->d->space;
    sides s = {.scope = t->scope};
    for (uint32_t letter = 0; letter < c->grammar->letter_count; letter++)
        add_returned(&s, t->d, row, letter, t->returned);
    for (uint32_t kind = 0; kind < c->kind_count; kind++) add_pending(&s, t->d, row, kind, t->pending);
    int64_t constant = row->constant;
    const lc_formula *f;
    if (row->kind == LC_ROW_DIVIDES) { /* coefficients are not negative, but differences of them may be */
        for (uint32_t i = 0; i < s.left.count; i++) {
            lc_count_of count = s.left.at[i];
            count.times = -count.times;
            (void)lc_push(t->scope->arena.budget, &s.right, count);
        }
        f = lc_divides(t->scope, row->modulus, lc_term_make(t->scope, constant, s.right.at, s.right.count));
        if (negated) f = lc_not(t->scope, f);
    } else {
        /* sum >= 0, or sum <= -1 with the sides the other way round */
        lc_term left =
            lc_term_make(t->scope, negated ? (constant + 1 > 0 ? constant + 1 : 0) : (constant < 0 ? -constant : 0),
                         negated ? s.right.at : s.left.at, negated ? s.right.count : s.left.count);
        lc_term right =
            lc_term_make(t->scope, negated ? (constant + 1 < 0 ? -constant - 1 : 0) : (constant > 0 ? constant : 0),
                         negated ? s.left.at : s.right.at, negated ? s.left.count : s.right.count);
        f = lc_at_most(t->scope, left, right);
    }
    lc_vec_free(t->scope->arena.budget, &s.left);
    lc_vec_free(t->scope->arena.budget, &s.right);
    return f;
}

/* The formula that holds when a clause is broken. */
static const lc_formula *formula_of_broken(translator *t, const lc_atoms *atoms) {
    LC_VEC(const lc_formula *) of = {0};
    for (uint32_t i = 0; i < atoms->count; i++)
        (void)lc_push(t->scope->arena.budget, &of,
                      formula_of_row(t, t->d->rows.at[atoms->at[i].number], !atoms->at[i].negated));
    const lc_formula *f = NULL;
    if (of.count == atoms->count) f = lc_and(t->scope, of.at, of.count);
    lc_vec_free(t->scope->arena.budget, &of);
    return f;
}

const lc_formula *lc_derivation_formula(const lc_derivation *d, lc_scope *scope) {
    translator t = {.d = d, .scope = scope};
    if (d->space.intervals > MOST_INTERVALS) return NULL;
    for (uint32_t i = 0; i < d->space.grammar->labels.count; i++) {
        lc_constant label = d->space.grammar->labels.at[i];
        t.returned[i] = lc_scope_constant(scope, &label);
        label.results = NULL;
        t.pending[i] = lc_scope_constant(scope, &label);
    }
    LC_VEC(const lc_formula *) of = {0};
    for (uint32_t i = d->clauses.count; i-- > 0;) /* the shortest first */
        (void)lc_push(scope->arena.budget, &of, formula_of_broken(&t, &d->clauses.at[i]));
    const lc_formula *f = NULL;
    if (of.count == d->clauses.count) f = lc_or(scope, of.at, of.count);
    lc_vec_free(scope->arena.budget, &of);
    return f;
}
