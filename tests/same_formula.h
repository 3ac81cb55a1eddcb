/* Are two formulas the same? */
#ifndef LC_TESTS_SAME_FORMULA_H
#define LC_TESTS_SAME_FORMULA_H

#include <string.h>

#include "counting/formula/formula.h"

/* Who is bound to whom where two formulas are compared: variables of the one and the other, the innermost first. */
typedef struct bound_pair {
    uint32_t first, second;
    const struct bound_pair *outside;
} bound_pair;

typedef struct two_scopes {
    const lc_scope *first, *second;
} two_scopes;

static inline bool same_variable(two_scopes s, const bound_pair *b, uint32_t x, uint32_t y) {
    for (; b; b = b->outside)
        if (b->first == x || b->second == y) return b->first == x && b->second == y;
    return strcmp(s.first->names.at[x], s.second->names.at[y]) == 0;
}

static inline bool same_label(const lc_constant *a, const lc_constant *b) {
    return !strcmp(a->method, b->method) && !strcmp(a->args, b->args) && !a->results == !b->results &&
           (!a->results || !strcmp(a->results, b->results));
}

static inline bool same_subject(two_scopes s, const bound_pair *b, lc_subject x, lc_subject y) {
    if (x.constant != y.constant || x.group != y.group) return false;
    return x.constant ? same_label(&s.first->constants.at[x.number], &s.second->constants.at[y.number])
                      : same_variable(s, b, x.number, y.number);
}

static inline bool same_term(two_scopes s, const bound_pair *b, lc_term t, lc_term u) {
    if (t.number != u.number || t.count != u.count) return false;
    for (uint32_t i = 0; i < t.count; i++) {
        const lc_count_of *x = &t.counts[i], *y = &u.counts[i];
        if (x->times != y->times || x->total != y->total || x->from != y->from || x->to != y->to) return false;
        if (!same_subject(s, b, x->of, y->of)) return false;
    }
    return true;
}

static inline bool same_part(two_scopes s, const bound_pair *b, const lc_formula *f, const lc_formula *g) {
    if (f->kind != g->kind || f->count != g->count || f->modulus != g->modulus) return false;
    if (!same_term(s, b, f->left, g->left) || !same_term(s, b, f->right, g->right)) return false;
    if (f->kind == LC_F_PREDICATE) {
        if (f->predicate != g->predicate) return false;
        for (uint32_t i = 0; i < lc_predicate_arity(f->predicate); i++)
            if (!same_subject(s, b, f->about[i], g->about[i])) return false;
    }
    bound_pair here = {f->variable, g->variable, b};
    for (uint32_t i = 0; i < f->count; i++)
        if (!same_part(s, f->kind == LC_F_EXISTS ? &here : b, f->of[i], g->of[i])) return false;
    return true;
}

/* Both say the same in the same words, up to the names of quantified variables. */
static inline bool same_formula(const lc_scope *s, const lc_formula *f, const lc_scope *t, const lc_formula *g) {
    return same_part((two_scopes){s, t}, NULL, f, g);
}

#endif
