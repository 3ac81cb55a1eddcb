#include "counting/grammar/linear.h"

#include <string.h>

void lc_linear_init(lc_linear *s, uint32_t width, lc_budget *budget) {
    *s = (lc_linear){.budget = budget, .width = width};
    lc_arena_init(&s->arena, budget);
}

void lc_linear_free(lc_linear *s) {
    lc_vec_free(s->budget, &s->rows);
    lc_arena_free(&s->arena);
}

static lc_constraint *new_row(lc_arena *arena, uint32_t width) {
    lc_constraint *row = lc_arena_take(arena, sizeof *row);
    int64_t *at = lc_arena_take(arena, (width + (size_t)1) * sizeof *at);
    if (!row || !at) return NULL;
    memset(at, 0, (width + (size_t)1) * sizeof *at);
    *row = (lc_constraint){.width = width, .at = at};
    return row;
}

lc_constraint *lc_linear_add(lc_linear *s, lc_constraint_kind kind) {
    lc_constraint *row = new_row(&s->arena, s->width);
    if (!row || !lc_push(s->budget, &s->rows, row)) {
        s->failed = true;
        return NULL;
    }
    row->kind = kind;
    return row;
}

lc_constraint *lc_constraint_copy(lc_arena *arena, const lc_constraint *old, uint32_t width) {
    lc_constraint *row = new_row(arena, width);
    if (!row) return NULL;
    row->kind = old->kind;
    row->modulus = old->modulus;
    row->constant = old->constant;
    memcpy(row->at, old->at, (width < old->width ? width : old->width) * sizeof *row->at);
    return row;
}

int64_t lc_constraint_value(const lc_constraint *row, const int64_t *values) {
    __int128 sum = row->constant;
    for (uint32_t i = 0; i < row->width; i++) sum += (__int128)row->at[i] * values[i];
    return sum > INT64_MAX ? INT64_MAX : sum < INT64_MIN ? INT64_MIN : (int64_t)sum;
}

bool lc_constraint_holds(const lc_constraint *row, const int64_t *values) {
    int64_t value = lc_constraint_value(row, values);
    switch (row->kind) {
    case LC_ROW_AT_LEAST: return value >= 0;
    case LC_ROW_ZERO: return value == 0;
    case LC_ROW_DIVIDES: return value % row->modulus == 0;
    }
    return false;
}

bool lc_constraint_equal(const lc_constraint *a, const lc_constraint *b) {
    return a->kind == b->kind && a->modulus == b->modulus && a->constant == b->constant && a->width == b->width &&
           !memcmp(a->at, b->at, a->width * sizeof *a->at);
}

static int64_t common_divisor(int64_t a, int64_t b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t coefficients_in_common(const lc_constraint *row) {
    int64_t g = 0;
    for (uint32_t i = 0; i < row->width && g != 1; i++) g = common_divisor(g, row->at[i]);
    return g;
}

static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); } /* b > 0 */

static bool tidy_divides(lc_constraint *row) {
    int64_t g = row->modulus;
    for (uint32_t i = 0; i < row->width; i++) {
        row->at[i] -= floor_of(row->at[i], row->modulus) * row->modulus;
        g = common_divisor(g, row->at[i]);
    }
    row->constant -= floor_of(row->constant, row->modulus) * row->modulus;
    if (row->constant % g) return true; /* never true, which is left to the callers */
    for (uint32_t i = 0; i < row->width; i++) row->at[i] /= g;
    row->constant /= g;
    row->modulus /= g;
    return row->modulus > 1;
}

bool lc_constraint_tidy(lc_constraint *row) {
    if (row->kind == LC_ROW_DIVIDES) return tidy_divides(row);
    int64_t g = coefficients_in_common(row);
    if (!g) return row->kind == LC_ROW_AT_LEAST ? row->constant < 0 : row->constant != 0;
    if (row->kind == LC_ROW_AT_LEAST || row->constant % g == 0) {
        for (uint32_t i = 0; i < row->width; i++) row->at[i] /= g;
        row->constant = floor_of(row->constant, g);
    }
    if (row->kind != LC_ROW_AT_LEAST || row->constant < 0) return true;
    for (uint32_t i = 0; i < row->width; i++)
        if (row->at[i] < 0) return true;
    return false;
}

/* Does `a` follow from `b`, because no coefficient is smaller? */
static bool follows(const lc_constraint *a, const lc_constraint *b) {
    if (lc_constraint_equal(a, b)) return true;
    if (a->kind != LC_ROW_AT_LEAST || b->kind != LC_ROW_AT_LEAST || a->constant < b->constant) return false;
    for (uint32_t i = 0; i < a->width; i++)
        if (a->at[i] < b->at[i]) return false;
    return true;
}

void lc_linear_tidy(lc_linear *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->rows.count; i++)
        if (lc_constraint_tidy(s->rows.at[i])) s->rows.at[kept++] = s->rows.at[i];
    s->rows.count = kept;
    kept = 0;
    for (uint32_t i = 0; i < s->rows.count; i++) {
        bool gone = false;
        for (uint32_t j = 0; j < s->rows.count && !gone; j++)
            gone = (j < kept || j > i) && follows(s->rows.at[i], s->rows.at[j]);
        if (!gone) s->rows.at[kept++] = s->rows.at[i];
    }
    s->rows.count = kept;
}
