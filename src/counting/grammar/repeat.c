/* Recursion at the ends of rules, written as repetition.
 *
 * A -> x A | A y | z derives x* z y*, so A -> X z Y with X -> X X | x | and Y -> Y Y | y |.  The language is the same,
 * but now a derivation that uses one x can use any number of all of them, in any order, without passing through
 * anything else.  Counting how often rules are used does not see the order in which they are; so symbols that are
 * connected anyway are those that need no case of their own when formulas are derived (steps.h).
 *
 * Symbols whose rules do not lead back to themselves are put in where they are used, as long as that is no more to
 * write; that is how S -> lock() H ; H -> unlock() S becomes a recursion at the end.
 */
#include <string.h>

#include "counting/grammar/grammar.h"

enum { LONGEST_RULE = 8, MOST_GROWTH = 4 };

static bool is(lc_symbol s, uint32_t symbol) { return !s.letter && s.number == symbol; }

static uint32_t times_used(const lc_rule *rule, uint32_t symbol) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < rule->count; j++) count += is(rule->right[j], symbol);
    return count;
}

static void drop_rules_of(lc_grammar *g, uint32_t symbol) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->rules.count; i++)
        if (g->rules.at[i].left != symbol) g->rules.at[kept++] = g->rules.at[i];
    g->rules.count = kept;
}

/* ---- repetition ---- */

typedef enum { PLAIN, RIGHT, LEFT, BOTH } recursion;

static recursion recursion_of(const lc_rule *rule) {
    if (rule->count < 2) return PLAIN;
    bool left = is(rule->right[0], rule->left), right = is(rule->right[rule->count - 1], rule->left);
    return left && right ? BOTH : left ? LEFT : right ? RIGHT : PLAIN;
}

static bool add_repeated(lc_grammar *g, const lc_rule *old, uint32_t count, recursion which, uint32_t symbol) {
    lc_symbol twice[] = {{false, symbol}, {false, symbol}};
    bool good = lc_grammar_add(g, symbol, twice, 2) && lc_grammar_add(g, symbol, NULL, 0);
    for (uint32_t i = 0; i < count && good; i++)
        if (recursion_of(&old[i]) == which)
            good = lc_grammar_add(g, symbol, old[i].right + (which == LEFT), old[i].count - 1);
    return good;
}

/* A copy of the rules of a symbol. */
static bool rules_of(lc_grammar *g, uint32_t symbol, lc_rule **out, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < g->rules.count; i++) *count += g->rules.at[i].left == symbol;
    *out = lc_arena_take(&g->arena, (*count + (size_t)1) * sizeof **out);
    if (!*out) return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->rules.count; i++)
        if (g->rules.at[i].left == symbol) (*out)[n++] = g->rules.at[i];
    return true;
}

static bool repeat_symbol(lc_grammar *g, uint32_t symbol, bool *changed) {
    lc_rule *old;
    uint32_t count, right = 0, left = 0;
    if (!rules_of(g, symbol, &old, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        recursion r = recursion_of(&old[i]);
        if (r == BOTH || (r == PLAIN && old[i].count + 2 > LC_MOST_RIGHT)) return true;
        right += r == RIGHT, left += r == LEFT;
    }
    if (!right && !left) return true;
    *changed = true;
    drop_rules_of(g, symbol);
    uint32_t before = right ? lc_grammar_symbol(g, g->names.at[symbol]) : 0;
    uint32_t after = left ? lc_grammar_symbol(g, g->names.at[symbol]) : 0;
    if (before == UINT32_MAX || after == UINT32_MAX) return false;
    if (right && !add_repeated(g, old, count, RIGHT, before)) return false;
    if (left && !add_repeated(g, old, count, LEFT, after)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (recursion_of(&old[i]) != PLAIN) continue;
        lc_symbol line[LC_MOST_RIGHT];
        uint32_t length = 0;
        if (right) line[length++] = (lc_symbol){false, before};
        if (old[i].count) memcpy(line + length, old[i].right, old[i].count * sizeof *line);
        length += old[i].count;
        if (left) line[length++] = (lc_symbol){false, after};
        if (!lc_grammar_add(g, symbol, line, length)) return false;
    }
    return true;
}

/* ---- putting in ---- */

static bool worth_putting_in(const lc_grammar *g, uint32_t symbol, const lc_rule *own, uint32_t count) {
    uint32_t longest = 0, more = 0;
    if (symbol == g->start || !count) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (times_used(&own[i], symbol)) return false;
        if (own[i].count > longest) longest = own[i].count;
    }
    for (uint32_t i = 0; i < g->rules.count; i++) {
        uint32_t times = times_used(&g->rules.at[i], symbol), copies = 1;
        if (!times) continue;
        if (g->rules.at[i].count + times * longest > LONGEST_RULE + times) return false;
        while (times-- && copies <= MOST_GROWTH) copies *= count;
        more += copies - 1;
        if (more > MOST_GROWTH) return false;
    }
    return true;
}

/* A rule with the first use of the symbol replaced in all ways; the remaining uses are replaced when their turn comes.
 */
static bool replace_first(lc_grammar *g, lc_rule rule, uint32_t symbol, const lc_rule *own, uint32_t count) {
    uint32_t at = 0;
    while (!is(rule.right[at], symbol)) at++;
    for (uint32_t i = 0; i < count; i++) {
        lc_symbol line[LC_MOST_RIGHT];
        uint32_t length = rule.count - 1 + own[i].count;
        if (at) memcpy(line, rule.right, at * sizeof *line);
        if (own[i].count) memcpy(line + at, own[i].right, own[i].count * sizeof *line);
        memcpy(line + at + own[i].count, rule.right + at + 1, (rule.count - at - 1) * sizeof *line);
        if (!lc_grammar_add(g, rule.left, line, length)) return false;
    }
    return true;
}

static bool put_in(lc_grammar *g, uint32_t symbol, bool *changed) {
    lc_rule *own;
    uint32_t count;
    if (!rules_of(g, symbol, &own, &count)) return false;
    if (!worth_putting_in(g, symbol, own, count)) return true;
    *changed = true;
    drop_rules_of(g, symbol);
    for (uint32_t i = 0; i < g->rules.count;) {
        lc_rule rule = g->rules.at[i];
        if (!times_used(&rule, symbol)) {
            i++;
            continue;
        }
        memmove(&g->rules.at[i], &g->rules.at[i + 1], (g->rules.count - i - 1) * sizeof rule);
        g->rules.count--;
        if (!replace_first(g, rule, symbol, own, count)) return false;
    }
    return true;
}

/* A first rule that only names another symbol. */
static void skip_start(lc_grammar *g) {
    for (uint32_t times = g->names.count; times-- > 0;) {
        const lc_rule *only = NULL;
        uint32_t count = 0;
        for (uint32_t i = 0; i < g->rules.count; i++)
            if (g->rules.at[i].left == g->start) only = &g->rules.at[i], count++;
        if (count != 1 || only->count != 1 || only->right[0].letter) return;
        g->start = only->right[0].number;
    }
}

bool lc_grammar_repeat(lc_grammar *g) {
    bool changed = true;
    for (uint32_t rounds = 0; changed && rounds < 64; rounds++) {
        changed = false;
        uint32_t symbols = g->names.count;
        for (uint32_t i = 0; i < symbols; i++)
            if (!repeat_symbol(g, i, &changed) || !put_in(g, i, &changed)) return false;
        skip_start(g);
    }
    return true;
}
