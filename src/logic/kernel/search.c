/* Membership by a search for a word: leftmost derivations, step by step, each letter taken by an operation.
 *
 * Rules are cut in two and freed of what derives nothing, so that each symbol stands for a letter at least; then what
 * is left to derive is never longer than what is left of the operations, and the search ends.  Which of several
 * operations takes a letter matters little: one that has returned rather than one that is pending, and of those the one
 * that ends first; exchanging two operations of a word shows that nothing is missed.
 */
#include <string.h>

#include "base/intern.h"
#include "logic/kernel/counts.h"
#include "logic/kernel/kernel.h"

enum { MOST_CONFIGURATIONS = 2000000, MOST_OPERATIONS = 200 };

/* ---- rules of one or two symbols, none of them empty ---- */

typedef struct short_rule {
    uint32_t left, count;
    lc_symbol right[2];
} short_rule;

typedef struct words {
    lc_budget *budget;
    LC_VEC(short_rule) rules;
    LC_VEC(uint32_t) first; /* of each symbol, the rules from there to the next one's */
    LC_VEC(bool) nullable;
} words;

static bool add_short(words *w, uint32_t left, const lc_symbol *right, uint32_t count) {
    short_rule rule = {.left = left, .count = count};
    for (uint32_t i = 0; i < count; i++) rule.right[i] = right[i];
    bool empty[2] = {false, false};
    for (uint32_t i = 0; i < count; i++) empty[i] = !right[i].letter && w->nullable.at[right[i].number];
    bool good = lc_push(w->budget, &w->rules, rule);
    if (count == 2 && empty[0]) good = good && lc_push(w->budget, &w->rules, (short_rule){left, 1, {right[1]}});
    if (count == 2 && empty[1]) good = good && lc_push(w->budget, &w->rules, (short_rule){left, 1, {right[0]}});
    return good;
}

/* A long rule goes through symbols of its own: the rest from some place on. */
static bool cut_rule(words *w, const lc_rule *rule) {
    uint32_t left = rule->left, at = 0;
    for (; rule->count - at > 2; at++) {
        bool nullable = true;
        for (uint32_t j = at + 1; j < rule->count; j++)
            nullable &= !rule->right[j].letter && w->nullable.at[rule->right[j].number];
        lc_symbol pair[] = {rule->right[at], {false, w->nullable.count}};
        if (!lc_push(w->budget, &w->nullable, nullable) || !add_short(w, left, pair, 2)) return false;
        left = pair[1].number;
    }
    return rule->count == at || add_short(w, left, rule->right + at, rule->count - at);
}

/* By counting: the rules of each symbol together. */
static bool sort_rules(words *w) {
    uint32_t symbols = w->nullable.count, sum = 0;
    LC_VEC(short_rule) sorted = {0};
    if (!lc_reserve(w->budget, &w->first, symbols + 1) || !lc_reserve(w->budget, &sorted, w->rules.count + 1))
        return false;
    memset(w->first.at, 0, (symbols + (size_t)1) * sizeof *w->first.at);
    w->first.count = symbols + 1;
    for (uint32_t i = 0; i < w->rules.count; i++) w->first.at[w->rules.at[i].left]++;
    for (uint32_t i = 0; i <= symbols; i++) {
        uint32_t own = w->first.at[i];
        w->first.at[i] = sum;
        sum += own;
    }
    for (uint32_t i = 0; i < w->rules.count; i++) sorted.at[w->first.at[w->rules.at[i].left]++] = w->rules.at[i];
    memmove(w->first.at + 1, w->first.at, symbols * sizeof *w->first.at);
    w->first.at[0] = 0;
    if (w->rules.count) memcpy(w->rules.at, sorted.at, w->rules.count * sizeof *sorted.at);
    lc_vec_free(w->budget, &sorted);
    return true;
}

static bool make_words(words *w, const lc_grammar *g, lc_budget *budget) {
    *w = (words){.budget = budget};
    if (!lc_reserve(budget, &w->nullable, g->names.count)) return false;
    w->nullable.count = g->names.count;
    lc_grammar_nullable(g, w->nullable.at);
    for (uint32_t i = 0; i < g->rules.count; i++)
        if (!cut_rule(w, &g->rules.at[i])) return false;
    return sort_rules(w);
}

static void free_words(words *w) {
    lc_vec_free(w->budget, &w->rules);
    lc_vec_free(w->budget, &w->first);
    lc_vec_free(w->budget, &w->nullable);
}

/* ---- the search ---- */

/* A configuration, as it is remembered: the step, what is left of each counter, what is left to derive (last first). */
typedef struct search {
    lc_budget budget;
    words words;
    lc_count_space space;
    lc_intern seen; /* also the list of what is to be done */
    const lc_limits *limits;
    uint16_t now[1 << 16];
    uint32_t used;
    bool found;
} search;

static uint32_t stack_at(const search *s) { return 1 + s->space.counters; }
enum { LETTER = 1 << 15 };
static uint16_t code_of(lc_symbol s) { return (uint16_t)(s.number | (s.letter ? LETTER : 0)); }

static uint32_t left_over(const search *s, uint32_t first, uint32_t last) {
    uint32_t sum = 0;
    for (uint32_t i = first; i < last; i++) sum += s->now[1 + i];
    return sum;
}

static void remember(search *s) {
    uint32_t returned = lc_pending_counter(&s->space, 0, 0), depth = s->used - stack_at(s);
    if (depth > left_over(s, 0, s->space.counters)) return;
    if (depth == 0) {
        s->found |= left_over(s, 0, returned) == 0;
        return;
    }
    (void)lc_intern_add(&s->seen, s->now, s->used * sizeof *s->now);
}

static void take(search *s, uint32_t counter) {
    s->now[1 + counter]--;
    s->used--;
    remember(s);
    s->used++;
    s->now[1 + counter]++;
}

/* Somebody takes the letter on top in the step that is now. */
static void take_letter(search *s, uint32_t letter) {
    uint32_t step = s->now[0], length = s->space.length;
    for (uint32_t to = step; to <= length; to++)
        for (uint32_t from = 0; from <= step; from++) {
            uint32_t counter = lc_returned_counter(&s->space, letter, from, to);
            if (!s->now[1 + counter]) continue;
            take(s, counter);
            return;
        }
    for (uint32_t kind = 0; kind < s->space.kind_count; kind++)
        for (uint32_t from = 0; from <= step && s->space.kinds[kind].letters >> letter & 1; from++) {
            uint32_t counter = lc_pending_counter(&s->space, kind, from);
            if (!s->now[1 + counter]) continue;
            take(s, counter);
            break; /* from now on all of a kind are alike */
        }
}

static void derive(search *s, uint32_t symbol) {
    for (uint32_t r = s->words.first.at[symbol]; r < s->words.first.at[symbol + 1]; r++) {
        const short_rule *rule = &s->words.rules.at[r];
        uint32_t used = s->used;
        s->used--;
        for (uint32_t i = rule->count; i-- > 0;) s->now[s->used++] = code_of(rule->right[i]);
        remember(s);
        s->used = used;
        s->now[used - 1] = (uint16_t)symbol;
    }
}

/* All that must be over in this step is. */
static void next_step(search *s) {
    uint32_t step = s->now[0];
    if (step == s->space.length) return;
    for (uint32_t letter = 0; letter < s->space.grammar->letter_count; letter++)
        for (uint32_t from = 0; from <= step; from++)
            if (s->now[1 + lc_returned_counter(&s->space, letter, from, step)]) return;
    s->now[0]++;
    remember(s);
    s->now[0]--;
}

static lc_kernel_verdict run(search *s, uint32_t start) {
    s->used = stack_at(s);
    s->found = s->words.nullable.at[start] && !left_over(s, 0, lc_pending_counter(&s->space, 0, 0));
    s->now[s->used++] = (uint16_t)start;
    remember(s);
    for (uint32_t i = 0; i < s->seen.items.count && !s->found; i++) {
        if (i % 1024 == 0 && s->limits && lc_limits_reached(s->limits)) return LC_KERNEL_UNKNOWN;
        if (i == MOST_CONFIGURATIONS || lc_exhausted(&s->budget)) return LC_KERNEL_UNKNOWN;
        const lc_interned *item = lc_intern_get(&s->seen, i);
        memcpy(s->now, item->bytes, item->size);
        s->used = (uint32_t)(item->size / sizeof *s->now);
        uint16_t top = s->now[s->used - 1];
        if (top & LETTER) {
            take_letter(s, top & ~LETTER);
            next_step(s);
        } else derive(s, top);
    }
    if (lc_exhausted(&s->budget)) return LC_KERNEL_UNKNOWN;
    return s->found ? LC_KERNEL_ALLOWS : LC_KERNEL_FORBIDS;
}

/* Symbols and counters must fit into what is remembered. */
static bool set_counters(search *s, const int64_t *values) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < s->space.counters; i++) {
        s->now[1 + i] = (uint16_t)values[i];
        sum = values[i] > MOST_OPERATIONS ? MOST_OPERATIONS + 1 : sum + values[i];
    }
    s->now[0] = 0;
    return sum <= MOST_OPERATIONS;
}

lc_kernel_verdict lc_kernel_searches(const lc_kernel *k, const lc_kernel_count *counts, uint32_t count, uint32_t length,
                                     const lc_limits *limits) {
    search *s = lc_allocate(NULL, sizeof *s);
    if (!s) return LC_KERNEL_UNKNOWN;
    lc_budget_init(&s->budget, (size_t)1 << 30);
    s->limits = limits;
    lc_count_space_init(&s->space, &k->grammar, length, 0);
    lc_intern_init(&s->seen, &s->budget);
    int64_t *values = lc_allocate(&s->budget, (s->space.counters + (size_t)1) * sizeof *values);
    lc_kernel_verdict verdict = LC_KERNEL_UNKNOWN;
    bool made = make_words(&s->words, &k->grammar, &s->budget);
    bool fits = s->space.counters < 1 << 15 && s->words.nullable.count < LETTER;
    if (values && !lc_kernel_counters(k, &s->space, counts, count, values)) verdict = LC_KERNEL_FORBIDS;
    else if (made && fits && values && set_counters(s, values)) verdict = run(s, k->grammar.start);
    lc_release(&s->budget, values, (s->space.counters + (size_t)1) * sizeof *values);
    free_words(&s->words);
    lc_intern_free(&s->seen);
    lc_release(NULL, s, sizeof *s);
    return verdict;
}
