/* The projection of a system of constraints, see linear.h.  Equations go first: each removes a variable without making
 * more rows. */
#include <assert.h>
#include <string.h>

#include "counting/grammar/linear.h"

enum { MANY_ROWS = 24, TOO_MANY_ROWS = 4000 };

typedef struct projection {
    lc_linear *system;
    uint32_t first;
    int64_t *values; /* the solution, a copy that moves along */
    bool exact;
} projection;

/* row = times * row + other_times * other; `times` is positive. */
static void combine(lc_linear *s, lc_constraint *row, int64_t times, const lc_constraint *other, int64_t other_times) {
    bool over = false;
    for (uint32_t i = 0; i <= row->width; i++) {
        int64_t *mine = i < row->width ? &row->at[i] : &row->constant, a, b;
        over |= __builtin_mul_overflow(*mine, times, &a);
        over |= __builtin_mul_overflow(i < row->width ? other->at[i] : other->constant, other_times, &b);
        over |= __builtin_add_overflow(a, b, mine);
        over |= *mine > INT32_MAX || *mine < -INT32_MAX; /* far beyond the numbers of a useful formula */
    }
    if (row->kind == LC_ROW_DIVIDES) over |= __builtin_mul_overflow(row->modulus, times, &row->modulus);
    if (over) s->failed = true;
}

static void drop(lc_linear *s, uint32_t row) { s->rows.at[row] = s->rows.at[--s->rows.count]; }

static uint32_t occurrences(const lc_linear *s, uint32_t variable) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->rows.count; i++) count += s->rows.at[i]->at[variable] != 0;
    return count;
}

static uint32_t length_of(const lc_constraint *row) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < row->width; i++) count += row->at[i] != 0;
    return count;
}

static int64_t magnitude(int64_t a) { return a < 0 ? -a : a; }

/* The equation and the variable whose removal makes the least trouble. */
static bool choose_equation(const projection *p, uint32_t *row, uint32_t *variable) {
    const lc_linear *s = p->system;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < s->rows.count; i++) {
        if (s->rows.at[i]->kind != LC_ROW_ZERO) continue;
        for (uint32_t v = p->first; v < s->width; v++) {
            if (!s->rows.at[i]->at[v]) continue;
            int64_t cost =
                (int64_t)length_of(s->rows.at[i]) * occurrences(s, v) + (magnitude(s->rows.at[i]->at[v]) - 1) * 1000000;
            if (cost < least) least = cost, *row = i, *variable = v;
        }
    }
    return least < INT64_MAX;
}

/* a * variable + rest = 0: put in everywhere; a divides the rest; its value is not negative. */
static void substitute(lc_linear *s, uint32_t number, uint32_t variable) {
    lc_constraint *equation = s->rows.at[number];
    drop(s, number);
    int64_t a = equation->at[variable], size = magnitude(a), sign = a < 0 ? -1 : 1;
    for (uint32_t i = 0; i < s->rows.count && !s->failed; i++) {
        lc_constraint *row = s->rows.at[i];
        if (row->at[variable]) combine(s, row, size, equation, -sign * row->at[variable]);
        assert(s->failed || !row->at[variable]);
    }
    lc_constraint *natural = lc_linear_add(s, LC_ROW_AT_LEAST);
    if (!natural) return;
    combine(s, natural, 1, equation, -sign);
    natural->at[variable] = 0;
    if (size == 1) return;
    lc_constraint *divides = lc_linear_add(s, LC_ROW_DIVIDES);
    if (!divides) return;
    divides->modulus = 1;
    combine(s, divides, 1, equation, 1);
    divides->modulus = size;
    divides->at[variable] = 0;
}

typedef struct bounds {
    uint32_t lower, upper, others;
    int64_t most_lower, most_upper; /* the largest coefficients */
} bounds;

static bounds bounds_of(const lc_linear *s, uint32_t variable) {
    bounds b = {.lower = 1, .most_lower = 1}; /* it is a natural number */
    for (uint32_t i = 0; i < s->rows.count; i++) {
        int64_t c = s->rows.at[i]->at[variable];
        if (!c) continue;
        if (s->rows.at[i]->kind != LC_ROW_AT_LEAST) b.others++;
        else if (c > 0) b.lower++, b.most_lower = c > b.most_lower ? c : b.most_lower;
        else b.upper++, b.most_upper = -c > b.most_upper ? -c : b.most_upper;
    }
    return b;
}

static bool is_exact(const bounds *b) { return !b->others && (!b->upper || b->most_lower == 1 || b->most_upper == 1); }

static bool choose_variable(const projection *p, uint32_t *variable) {
    int64_t least = INT64_MAX;
    for (uint32_t v = p->first; v < p->system->width; v++) {
        bounds b = bounds_of(p->system, v);
        if (b.lower == 1 && !b.upper && !b.others) continue;
        int64_t cost = (int64_t)b.lower * b.upper - b.lower - b.upper + (is_exact(&b) ? 0 : 1000000);
        if (cost < least) least = cost, *variable = v;
    }
    return least < INT64_MAX;
}

/* Each lower bound is at most each upper bound. */
static void pair_bounds(lc_linear *s, uint32_t variable) {
    uint32_t old = s->rows.count;
    for (uint32_t u = 0; u < old && !s->failed; u++) {
        const lc_constraint *upper = s->rows.at[u];
        if (upper->at[variable] >= 0) continue;
        for (uint32_t l = 0; l < old && !s->failed; l++) {
            const lc_constraint *lower = s->rows.at[l];
            if (lower->at[variable] <= 0) continue;
            lc_constraint *row = lc_linear_add(s, LC_ROW_AT_LEAST);
            if (!row) return;
            combine(s, row, 1, upper, lower->at[variable]);
            combine(s, row, 1, lower, -upper->at[variable]);
        }
        lc_constraint *row = lc_linear_add(s, LC_ROW_AT_LEAST);
        if (!row) return;
        combine(s, row, 1, upper, 1);
        row->at[variable] = 0;
    }
    for (uint32_t i = old; i-- > 0;) {
        if (!s->rows.at[i]->at[variable]) continue;
        memmove(&s->rows.at[i], &s->rows.at[i + 1], (s->rows.count - i - 1) * sizeof *s->rows.at);
        s->rows.count--;
    }
}

static int64_t least_multiple(int64_t a, int64_t b) {
    int64_t x = a, y = b;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* The lower bound that is the greatest in the solution, plus the difference: an equation.  The solution moves down to
 * where that is least; all divisors are as happy there. */
static void choose_bound(projection *p, uint32_t variable) {
    lc_linear *s = p->system;
    int64_t period = 1, value = p->values[variable];
    const lc_constraint *greatest = NULL;
    int64_t above = value, scale = 1; /* of the natural number's own bound, 0 */
    for (uint32_t i = 0; i < s->rows.count; i++) {
        const lc_constraint *row = s->rows.at[i];
        int64_t c = row->at[variable];
        if (row->kind == LC_ROW_DIVIDES && c) period = least_multiple(period, row->modulus);
        if (row->kind != LC_ROW_AT_LEAST || c <= 0) continue;
        int64_t slack = lc_constraint_value(row, p->values);
        if ((__int128)slack * scale < (__int128)above * c) greatest = row, above = slack, scale = c;
    }
    if (period > INT32_MAX) {
        s->failed = true;
        return;
    }
    int64_t rest = above % (scale * period);
    p->values[variable] -= (above - rest) / scale;
    lc_constraint *equation = lc_linear_add(s, LC_ROW_ZERO);
    if (!equation) return;
    if (greatest) combine(s, equation, 1, greatest, 1);
    else equation->at[variable] = 1;
    equation->constant -= rest;
    p->exact = false;
}

static bool one_less(projection *p) {
    uint32_t row, variable;
    if (choose_equation(p, &row, &variable)) {
        substitute(p->system, row, variable);
        return true;
    }
    if (!choose_variable(p, &variable)) return false;
    bounds b = bounds_of(p->system, variable);
    if (is_exact(&b)) pair_bounds(p->system, variable);
    else choose_bound(p, variable);
    return true;
}

void lc_linear_project(lc_linear *s, uint32_t first, const int64_t *values, lc_reduce *reduce, void *context,
                       bool *exact) {
    projection p = {.system = s, .first = first, .exact = true};
    p.values = lc_arena_take(&s->arena, (s->width + (size_t)1) * sizeof *p.values);
    if (!p.values) s->failed = true;
    else memcpy(p.values, values, s->width * sizeof *values);
    uint32_t settled = MANY_ROWS;
    while (!s->failed && one_less(&p)) {
        lc_linear_tidy(s);
        for (uint32_t i = 0; i < s->rows.count; i++) assert(s->failed || lc_constraint_holds(s->rows.at[i], p.values));
        if (s->rows.count <= settled || !reduce) continue;
        if (s->rows.count > TOO_MANY_ROWS) s->failed = true;
        else reduce(s, context);
        settled = s->rows.count + s->rows.count / 2 > MANY_ROWS ? s->rows.count + s->rows.count / 2 : MANY_ROWS;
    }
    if (!s->failed && reduce) reduce(s, context);
    *exact = p.exact;
}
