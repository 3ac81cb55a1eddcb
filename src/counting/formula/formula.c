/* Formulas are made bottom up and simplified on the way, so that the code that makes one need not handle empty sums,
 * constants or brackets: an AND has at least two operands and none of them is an AND, TRUE or FALSE. */
#include "counting/formula/formula.h"

#include <assert.h>
#include <string.h>

void lc_scope_init(lc_scope *s, uint32_t length, lc_budget *budget) {
    *s = (lc_scope){.length = length};
    lc_arena_init(&s->arena, budget);
}

void lc_scope_free(lc_scope *s) {
    lc_vec_free(s->arena.budget, &s->names);
    lc_vec_free(s->arena.budget, &s->constants);
    lc_arena_free(&s->arena);
}

static const char *copy(lc_scope *s, const char *text) {
    size_t size = strlen(text) + 1;
    char *copied = lc_arena_take(&s->arena, size);
    return copied ? memcpy(copied, text, size) : "";
}

/* Where memory is out, numbers are given that nothing stands behind; but then no formula is made of them either. */
uint32_t lc_scope_variable(lc_scope *s, const char *name) {
    return lc_push(s->arena.budget, &s->names, copy(s, name)) ? s->names.count - 1 : 0;
}

static bool same_constant(const lc_constant *a, const lc_constant *b) {
    if (!a->results != !b->results) return false;
    return strcmp(a->method, b->method) == 0 && strcmp(a->args, b->args) == 0 &&
           (!a->results || strcmp(a->results, b->results) == 0);
}

uint32_t lc_scope_constant(lc_scope *s, const lc_constant *c) {
    for (uint32_t i = 0; i < s->constants.count; i++)
        if (same_constant(&s->constants.at[i], c)) return i;
    lc_constant own = {copy(s, c->method), copy(s, c->args), c->results ? copy(s, c->results) : NULL};
    return lc_push(s->arena.budget, &s->constants, own) ? s->constants.count - 1 : 0;
}

static const lc_formula *make(lc_scope *s, lc_formula f) {
    lc_formula *made = lc_exhausted(s->arena.budget) ? NULL : lc_arena_take(&s->arena, sizeof *made);
    if (made) *made = f;
    return made;
}

__attribute__((unused)) static bool known(const lc_scope *s, lc_subject of) {
    return of.number < (of.constant ? s->constants.count : s->names.count);
}

static bool whole(const lc_scope *s, lc_term t) {
    (void)s;
    if (t.count && !t.counts) return false;
    for (uint32_t i = 0; i < t.count; i++)
        assert(known(s, t.counts[i].of) && t.counts[i].from <= t.counts[i].to && t.counts[i].to <= s->length);
    return true;
}

const lc_formula *lc_true(lc_scope *s, bool yes) { return make(s, (lc_formula){.kind = yes ? LC_F_TRUE : LC_F_FALSE}); }

const lc_formula *lc_at_most(lc_scope *s, lc_term left, lc_term right) {
    if (!whole(s, left) || !whole(s, right)) return NULL;
    if (!left.count && !right.count) return lc_true(s, left.number <= right.number);
    return make(s, (lc_formula){.kind = LC_F_AT_MOST, .left = left, .right = right});
}

const lc_formula *lc_equal(lc_scope *s, lc_term left, lc_term right) {
    if (!whole(s, left) || !whole(s, right)) return NULL;
    if (!left.count && !right.count) return lc_true(s, left.number == right.number);
    return make(s, (lc_formula){.kind = LC_F_EQUAL, .left = left, .right = right});
}

const lc_formula *lc_divides(lc_scope *s, int64_t modulus, lc_term term) {
    assert(modulus > 0);
    if (!whole(s, term)) return NULL;
    if (!term.count || modulus == 1) return lc_true(s, term.number % modulus == 0);
    return make(s, (lc_formula){.kind = LC_F_DIVIDES, .left = term, .modulus = modulus});
}

uint32_t lc_predicate_arity(lc_predicate p) {
    static const uint8_t arity[] = {
#define X(name, arity, meaning) arity,
        LC_PREDICATES(X)
#undef X
    };
    return arity[p];
}

const char *lc_predicate_name(lc_predicate p) {
    static const char *const names[] = {
#define X(name, arity, meaning) #name,
        LC_PREDICATES(X)
#undef X
    };
    return names[p];
}

const lc_formula *lc_holds(lc_scope *s, lc_predicate p, const lc_subject *about) {
    lc_formula f = {.kind = LC_F_PREDICATE, .predicate = p};
    for (uint32_t i = 0; i < lc_predicate_arity(p); i++) {
        assert(known(s, about[i]) || lc_exhausted(s->arena.budget));
        assert(about[i].group == LC_ITSELF || p == LC_P_before);
        f.about[i] = about[i];
    }
    return make(s, f);
}

const lc_formula *lc_not(lc_scope *s, const lc_formula *f) {
    if (!f) return NULL;
    if (f->kind == LC_F_NOT) return f->of[0];
    if (f->kind == LC_F_TRUE || f->kind == LC_F_FALSE) return lc_true(s, f->kind == LC_F_FALSE);
    const lc_formula **of = lc_arena_take(&s->arena, sizeof *of);
    if (!of) return NULL;
    of[0] = f;
    return make(s, (lc_formula){.kind = LC_F_NOT, .of = of, .count = 1});
}

/* AND and OR differ in the constant that decides them and the one that does not matter to them. */
static const lc_formula *join(lc_scope *s, lc_formula_kind kind, const lc_formula *const *of, uint32_t count) {
    lc_formula_kind decides = kind == LC_F_AND ? LC_F_FALSE : LC_F_TRUE;
    lc_formula_kind idle = kind == LC_F_AND ? LC_F_TRUE : LC_F_FALSE;
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!of[i]) return NULL;
        total += of[i]->kind == kind ? of[i]->count : of[i]->kind != idle;
    }
    for (uint32_t i = 0; i < count; i++)
        if (of[i]->kind == decides) return of[i];
    const lc_formula **flat = total ? lc_arena_take(&s->arena, total * sizeof *flat) : NULL;
    if (!total) return lc_true(s, kind == LC_F_AND);
    if (!flat) return NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (of[i]->kind == kind)
            for (uint32_t j = 0; j < of[i]->count; j++) flat[n++] = of[i]->of[j];
        else if (of[i]->kind != idle) flat[n++] = of[i];
    }
    assert(n == total);
    return n == 1 ? flat[0] : make(s, (lc_formula){.kind = kind, .of = flat, .count = n});
}

const lc_formula *lc_and(lc_scope *s, const lc_formula *const *of, uint32_t count) {
    return join(s, LC_F_AND, of, count);
}

const lc_formula *lc_or(lc_scope *s, const lc_formula *const *of, uint32_t count) {
    return join(s, LC_F_OR, of, count);
}

/* There may be no label at all, so `exists x. true` stays. */
const lc_formula *lc_exists(lc_scope *s, uint32_t variable, const lc_formula *f) {
    if (!f || f->kind == LC_F_FALSE) return f;
    assert(variable < s->names.count);
    const lc_formula **of = lc_arena_take(&s->arena, sizeof *of);
    if (!of) return NULL;
    of[0] = f;
    return make(s, (lc_formula){.kind = LC_F_EXISTS, .variable = variable, .of = of, .count = 1});
}

static bool same_count(const lc_count_of *a, const lc_count_of *b) {
    return a->total == b->total && a->of.constant == b->of.constant && a->of.number == b->of.number &&
           a->of.group == b->of.group && a->from == b->from && a->to == b->to;
}

/* A total inside [i, i] is the number at [i, i].  Sums that would not fit into 64 bits stay apart. */
lc_term lc_term_make(lc_scope *s, int64_t number, const lc_count_of *counts, uint32_t count) {
    lc_term broken = {.count = 1}, none = {.number = number};
    if (!count) return none;
    lc_count_of *merged = lc_arena_take(&s->arena, count * sizeof *merged);
    if (!merged) return broken;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        lc_count_of c = counts[i];
        if (c.from == c.to) c.total = false;
        uint32_t at = 0;
        int64_t sum = c.times;
        while (at < n && !(same_count(&merged[at], &c) && !__builtin_add_overflow(merged[at].times, c.times, &sum)))
            at++;
        if (at == n) merged[n++] = c;
        else merged[at].times = sum;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (merged[i].times) merged[kept++] = merged[i];
    return kept ? (lc_term){number, merged, kept} : none;
}
