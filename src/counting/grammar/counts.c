#include "counting/grammar/counts.h"

#include <assert.h>
#include <string.h>

static bool same_call(const lc_constant *a, const lc_constant *b) {
    return !strcmp(a->method, b->method) && !strcmp(a->args, b->args);
}

static void find_kinds(lc_count_space *c) {
    const lc_grammar *g = c->grammar;
    for (uint32_t i = 0; i < g->labels.count; i++) {
        bool seen = false;
        lc_pending_kind kind = {0};
        for (uint32_t j = 0; j < g->labels.count; j++) {
            if (!same_call(&g->labels.at[i], &g->labels.at[j])) continue;
            if (j < i) seen = true;
            kind.letters |= (uint64_t)1 << g->letters.at[j];
            kind.labels |= (uint64_t)1 << j;
        }
        uint32_t k = 0;
        while (!seen && k < c->kind_count && c->kinds[k].letters != kind.letters) k++;
        if (seen) continue;
        if (k == c->kind_count) c->kinds[c->kind_count++] = kind;
        else c->kinds[k].labels |= kind.labels;
    }
}

void lc_count_space_init(lc_count_space *c, const lc_grammar *g, uint32_t length, uint32_t rules) {
    *c = (lc_count_space){.grammar = g, .length = length, .intervals = (length + 1) * (length + 2) / 2};
    find_kinds(c);
    uint32_t steps = length + 1;
    c->counters = lc_pending_counter(c, c->kind_count, 0);
    c->first_done = c->counters;
    c->first_filled = c->first_done + g->letter_count * steps;
    c->first_used = c->first_filled + c->kind_count * g->letter_count * steps;
    c->width = c->first_used + rules;
}

static uint32_t done(const lc_count_space *c, uint32_t letter, uint32_t step) {
    return c->first_done + letter * (c->length + 1) + step;
}

static uint32_t filled(const lc_count_space *c, uint32_t kind, uint32_t letter, uint32_t step) {
    return c->first_filled + (kind * c->grammar->letter_count + letter) * (c->length + 1) + step;
}

static bool may_become(const lc_count_space *c, uint32_t kind, uint32_t letter) {
    return c->kinds[kind].letters >> letter & 1;
}

/* An operation inside [a, b] finds a place there; and there are no more places than operations. */
static void place_returned(const lc_count_space *c, uint32_t letter, uint32_t a, uint32_t b, lc_linear *out) {
    lc_constraint *row = lc_linear_add(out, a == 0 && b == c->length ? LC_ROW_ZERO : LC_ROW_AT_LEAST);
    if (!row) return;
    for (uint32_t s = a; s <= b; s++) row->at[done(c, letter, s)] = 1;
    for (uint32_t i = a; i <= b; i++)
        for (uint32_t j = i; j <= b; j++) row->at[lc_returned_counter(c, letter, i, j)] = -1;
}

static void place_pending(const lc_count_space *c, uint32_t kind, uint32_t until, lc_linear *out) {
    lc_constraint *row = lc_linear_add(out, LC_ROW_AT_LEAST);
    if (!row) return;
    for (uint32_t s = 0; s <= until; s++) {
        row->at[lc_pending_counter(c, kind, s)] = 1;
        for (uint32_t letter = 0; letter < c->grammar->letter_count; letter++)
            if (may_become(c, kind, letter)) row->at[filled(c, kind, letter, s)] = -1;
    }
}

/* The places of a letter in a step are those the word has. */
static void fill_places(const lc_count_space *c, const lc_steps *steps, uint32_t letter, uint32_t step,
                        lc_linear *out) {
    lc_constraint *row = lc_linear_add(out, LC_ROW_ZERO);
    if (!row) return;
    row->at[done(c, letter, step)] = 1;
    for (uint32_t kind = 0; kind < c->kind_count; kind++)
        if (may_become(c, kind, letter)) row->at[filled(c, kind, letter, step)] = 1;
    for (uint32_t r = 0; r < steps->rules.count; r++)
        for (uint32_t l = 0; l < steps->rules.at[r].letter_count; l++) {
            lc_step_letter has = steps->rules.at[r].letters[l];
            row->at[lc_used(c, r)] -= has.letter == letter && has.step == step;
        }
}

/* A node is consumed as often as it is produced. */
static void balance(const lc_count_space *c, const lc_steps *steps, uint32_t node, lc_linear *out) {
    lc_constraint *row = lc_linear_add(out, LC_ROW_ZERO);
    if (!row) return;
    row->constant = node == 0;
    for (uint32_t r = 0; r < steps->rules.count; r++) {
        const lc_step_rule *rule = &steps->rules.at[r];
        row->at[lc_used(c, r)] -= rule->left == node;
        for (uint32_t i = 0; i < rule->node_count; i++) row->at[lc_used(c, r)] += rule->nodes[i] == node;
    }
}

void lc_count_constraints(const lc_count_space *c, const lc_steps *steps, lc_linear *out) {
    assert(out->width == c->width && c->width == c->first_used + steps->rules.count);
    for (uint32_t letter = 0; letter < c->grammar->letter_count; letter++)
        for (uint32_t a = 0; a <= c->length; a++) {
            for (uint32_t b = a; b <= c->length; b++) place_returned(c, letter, a, b, out);
            fill_places(c, steps, letter, a, out);
        }
    for (uint32_t kind = 0; kind < c->kind_count; kind++)
        for (uint32_t t = 0; t <= c->length; t++) place_pending(c, kind, t, out);
    for (uint32_t n = 0; n < steps->node_count; n++) balance(c, steps, n, out);
}
