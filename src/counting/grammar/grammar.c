/* Grammars made fit for use.  Each pass keeps the language, but for `take_prefixes`, which is there to change it. */
#include "counting/grammar/grammar.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"

void lc_grammar_free(lc_grammar *g) {
    lc_vec_free(g->budget, &g->labels);
    lc_vec_free(g->budget, &g->letters);
    lc_vec_free(g->budget, &g->names);
    lc_vec_free(g->budget, &g->rules);
    lc_arena_free(&g->arena);
}

uint32_t lc_grammar_symbol(lc_grammar *g, const char *name) {
    return lc_push(g->budget, &g->names, name) ? g->names.count - 1 : UINT32_MAX;
}

static bool same_symbol(lc_symbol a, lc_symbol b) { return a.letter == b.letter && a.number == b.number; }

static bool same_right(const lc_symbol *a, const lc_symbol *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!same_symbol(a[i], b[i])) return false;
    return true;
}

static bool has_rule(const lc_grammar *g, uint32_t left, const lc_symbol *right, uint32_t count) {
    for (uint32_t i = 0; i < g->rules.count; i++) {
        const lc_rule *rule = &g->rules.at[i];
        if (rule->left == left && rule->count == count && same_right(rule->right, right, count)) return true;
    }
    return false;
}

bool lc_grammar_add(lc_grammar *g, uint32_t left, const lc_symbol *right, uint32_t count) {
    assert(left < g->names.count);
    if (count == 1 && same_symbol(right[0], (lc_symbol){false, left})) return true; /* adds nothing */
    if (has_rule(g, left, right, count)) return true;
    lc_symbol *copy = lc_arena_take(&g->arena, (count + (size_t)1) * sizeof *copy);
    if (!copy) return false;
    if (count) memcpy(copy, right, count * sizeof *copy);
    return lc_push(g->budget, &g->rules, (lc_rule){left, count, copy});
}

static void drop_rule(lc_grammar *g, uint32_t number) {
    memmove(&g->rules.at[number], &g->rules.at[number + 1], (g->rules.count - number - 1) * sizeof *g->rules.at);
    g->rules.count--;
}

/* ---- derivable words ---- */

/* Marks symbols that have a rule of letters and marked symbols: they derive a word. */
static void mark_productive(const lc_grammar *g, bool *marked) {
    memset(marked, 0, g->names.count);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < g->rules.count; i++) {
            const lc_rule *rule = &g->rules.at[i];
            bool all = !marked[rule->left];
            for (uint32_t j = 0; j < rule->count && all; j++)
                all = rule->right[j].letter || marked[rule->right[j].number];
            if (all) more = marked[rule->left] = true;
        }
    }
}

static void mark_reachable(const lc_grammar *g, bool *reached) {
    memset(reached, 0, g->names.count);
    reached[g->start] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < g->rules.count; i++) {
            const lc_rule *rule = &g->rules.at[i];
            for (uint32_t j = 0; j < rule->count && reached[rule->left]; j++) {
                lc_symbol s = rule->right[j];
                if (!s.letter && !reached[s.number]) more = reached[s.number] = true;
            }
        }
    }
}

static bool is_useful(const lc_rule *rule, const bool *productive) {
    for (uint32_t j = 0; j < rule->count; j++)
        if (!rule->right[j].letter && !productive[rule->right[j].number]) return false;
    return true;
}

/* Without rules that never terminate or are never used. */
static lince_status drop_useless(lc_grammar *g, const char *file, lince_error *error) {
    bool *marked = lc_arena_take(&g->arena, g->names.count);
    if (!marked) return LINCE_OUT_OF_MEMORY;
    mark_productive(g, marked);
    if (!marked[g->start])
        return lc_fail_at(error, file ? file : "", g->line, "the grammar derives no word: %.100s never terminates",
                          g->names.at[g->start]);
    for (uint32_t i = g->rules.count; i-- > 0;)
        if (!is_useful(&g->rules.at[i], marked)) drop_rule(g, i);
    mark_reachable(g, marked);
    for (uint32_t i = g->rules.count; i-- > 0;)
        if (!marked[g->rules.at[i].left]) drop_rule(g, i);
    return LINCE_DONE;
}

/* ---- letters ---- */

/* Wherever `a` stands, `b` may. */
static bool may_replace(const lc_grammar *g, uint32_t a, uint32_t b) {
    lc_symbol right[LC_MOST_RIGHT];
    for (uint32_t i = 0; i < g->rules.count; i++) {
        const lc_rule *rule = &g->rules.at[i];
        for (uint32_t j = 0; j < rule->count; j++) {
            if (!same_symbol(rule->right[j], (lc_symbol){true, a})) continue;
            memcpy(right, rule->right, rule->count * sizeof *right);
            right[j].number = b;
            if (!has_rule(g, rule->left, right, rule->count)) return false;
        }
    }
    return true;
}

static void drop_letter(lc_grammar *g, uint32_t letter) {
    for (uint32_t i = g->rules.count; i-- > 0;) {
        bool has = false;
        for (uint32_t j = 0; j < g->rules.at[i].count && !has; j++)
            has = same_symbol(g->rules.at[i].right[j], (lc_symbol){true, letter});
        if (has) drop_rule(g, i);
    }
}

static bool number_letters(lc_grammar *g) {
    uint32_t number[LC_MOST_LABELS];
    g->letter_count = 0;
    for (uint32_t a = 0; a < g->labels.count; a++) {
        if (g->letters.at[a] == a) number[a] = g->letter_count++;
        g->letters.at[a] = number[g->letters.at[a]];
    }
    for (uint32_t i = 0; i < g->rules.count; i++) {
        lc_rule *rule = &g->rules.at[i];
        lc_symbol *right = lc_arena_take(&g->arena, (rule->count + (size_t)1) * sizeof *right);
        if (!right) return false;
        for (uint32_t j = 0; j < rule->count; j++) {
            right[j] = rule->right[j];
            if (right[j].letter) right[j].number = number[right[j].number];
        }
        rule->right = right;
    }
    return true;
}

/* At this point letters are labels.  Those that can replace each other become the first of them. */
static bool merge_letters(lc_grammar *g) {
    for (uint32_t a = 0; a < g->labels.count; a++) {
        if (g->letters.at[a] != a) continue;
        for (uint32_t b = a + 1; b < g->labels.count; b++) {
            if (g->letters.at[b] != b || !may_replace(g, a, b) || !may_replace(g, b, a)) continue;
            g->letters.at[b] = a;
            drop_letter(g, b);
        }
    }
    return number_letters(g);
}

/* ---- prefixes ---- */

/* A' derives the prefixes of the words of A: some symbols of a rule whole, and of the next one a prefix. */
static bool prefixes_of(lc_grammar *g, lc_rule rule, uint32_t shift) {
    lc_symbol right[LC_MOST_RIGHT];
    bool good = true;
    if (!rule.count || rule.right[0].letter) good = lc_grammar_add(g, rule.left + shift, NULL, 0);
    for (uint32_t j = 0; j < rule.count && good; j++) {
        right[j] = rule.right[j];
        if (!right[j].letter) {
            right[j].number += shift;
            good = lc_grammar_add(g, rule.left + shift, right, j + 1);
            right[j].number -= shift;
        } else if (j + 1 == rule.count || rule.right[j + 1].letter)
            good = lc_grammar_add(g, rule.left + shift, right, j + 1);
    }
    return good;
}

static bool take_prefixes(lc_grammar *g) {
    uint32_t shift = g->names.count, rules = g->rules.count;
    for (uint32_t i = 0; i < shift; i++)
        if (lc_grammar_symbol(g, g->names.at[i]) == UINT32_MAX) return false;
    for (uint32_t i = 0; i < rules; i++)
        if (!prefixes_of(g, g->rules.at[i], shift)) return false;
    g->start += shift;
    return true;
}

lince_status lc_grammar_prepare(lc_grammar *g, const char *file, lince_error *error) {
    lince_status status = drop_useless(g, file, error);
    if (status) return status;
    if (!merge_letters(g) || !lc_grammar_repeat(g)) return LINCE_OUT_OF_MEMORY;
    status = drop_useless(g, file, error);
    if (!status && !g->exactly && !take_prefixes(g)) status = LINCE_OUT_OF_MEMORY;
    return status ? status : drop_useless(g, file, error);
}
