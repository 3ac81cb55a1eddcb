#include "counting/grammar/steps.h"

#include <assert.h>
#include <string.h>

#include "base/map64.h"

/* ---- nodes and rules ---- */

typedef struct node {
    uint32_t symbol, from, to;
} node;

typedef struct maker {
    lc_steps *steps;
    const lc_grammar *grammar;
    lc_map64 index;
    LC_VEC(node) nodes; /* also the list of work to be done */
    const lc_rule *rule;
    uint32_t left, until;
    uint32_t node_count, letter_count; /* of the rule that is being placed */
    uint32_t placed[LC_MOST_RIGHT];
    lc_step_letter letters[LC_MOST_RIGHT];
    bool good;
} maker;

static uint32_t node_of(maker *m, uint32_t symbol, uint32_t from, uint32_t to) {
    uint64_t key = (uint64_t)symbol << 32 | from << 16 | to;
    uint32_t number = lc_map64_get(&m->index, key);
    if (number != LC_NOT_MAPPED) return number;
    number = m->nodes.count;
    if (number == LC_MOST_NODES || !lc_push(m->steps->budget, &m->nodes, (node){symbol, from, to})) {
        m->good = false;
        return 0;
    }
    lc_map64_put(&m->index, key, number);
    return number;
}

static void add_rule(maker *m) {
    lc_steps *s = m->steps;
    uint32_t *nodes = lc_arena_take(&s->arena, (m->node_count + (size_t)1) * sizeof *nodes);
    lc_step_letter *letters = lc_arena_take(&s->arena, (m->letter_count + (size_t)1) * sizeof *letters);
    if (!nodes || !letters || s->rules.count == LC_MOST_STEP_RULES) {
        m->good = false;
        return;
    }
    memcpy(nodes, m->placed, m->node_count * sizeof *nodes);
    memcpy(letters, m->letters, m->letter_count * sizeof *letters);
    if (!lc_push(s->budget, &s->rules, (lc_step_rule){m->left, m->node_count, m->letter_count, nodes, letters}))
        m->good = false;
}

/* Places the symbols of a rule from `at` on into the steps from `from` on.  A symbol before a letter gets all steps up
 * to the letter's: less would only be less.  So there is one choice a letter, and one between symbols. */
static void place(maker *m, uint32_t at, uint32_t from) {
    if (!m->good) return;
    if (at == m->rule->count) {
        add_rule(m);
        return;
    }
    lc_symbol s = m->rule->right[at];
    bool last = at + 1 == m->rule->count;
    for (uint32_t to = !s.letter && last ? m->until : from; to <= m->until; to++) {
        uint32_t next = at;
        if (!s.letter) {
            m->placed[m->node_count++] = node_of(m, s.number, from, to);
            next++;
        }
        bool letter = next < m->rule->count && m->rule->right[next].letter;
        if (letter) m->letters[m->letter_count++] = (lc_step_letter){m->rule->right[next++].number, to};
        place(m, next, to);
        m->letter_count -= letter;
        m->node_count -= !s.letter;
    }
}

static void make_rules(maker *m, uint32_t number) {
    node n = m->nodes.at[number];
    m->left = number;
    m->until = n.to;
    for (uint32_t i = 0; i < m->grammar->rules.count && m->good; i++) {
        m->rule = &m->grammar->rules.at[i];
        if (m->rule->left == n.symbol) place(m, 0, n.from);
    }
}

/* ---- nodes that can be visited for nothing ---- */

static size_t words(const lc_steps *s) { return (s->node_count + (size_t)63) / 64; }
static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void put(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << i % 64; }
static bool leads(const lc_steps *s, uint32_t from, uint32_t to) { return has(s->leads + from * words(s), to); }

/* All nodes of the rule but one derive the empty word, and it has no letters; `but` may be UINT32_MAX. */
static bool erases(const lc_steps *s, const lc_step_rule *rule, uint32_t but) {
    if (rule->letter_count) return false;
    for (uint32_t i = 0; i < rule->node_count; i++)
        if (i != but && !has(s->erased, rule->nodes[i])) return false;
    return true;
}

static void find_erased(lc_steps *s) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->rules.count; i++) {
            const lc_step_rule *rule = &s->rules.at[i];
            if (has(s->erased, rule->left) || !erases(s, rule, UINT32_MAX)) continue;
            put(s->erased, rule->left);
            more = true;
        }
    }
}

static void find_leads(lc_steps *s) {
    size_t width = words(s);
    for (uint32_t n = 0; n < s->node_count; n++) put(s->leads + n * width, n);
    for (uint32_t i = 0; i < s->rules.count; i++)
        for (uint32_t j = 0; j < s->rules.at[i].node_count; j++)
            if (erases(s, &s->rules.at[i], j)) put(s->leads + s->rules.at[i].left * width, s->rules.at[i].nodes[j]);
    for (uint32_t via = 0; via < s->node_count; via++)
        for (uint32_t n = 0; n < s->node_count; n++)
            if (leads(s, n, via))
                for (size_t w = 0; w < width; w++) s->leads[n * width + w] |= s->leads[via * width + w];
}

/* A rule on a way from a visited node to itself: the symbols beside that way are derived to nothing, and everything
 * that can be passed while doing so is visited. */
static bool visit_beside(const lc_steps *s, const lc_step_rule *rule, uint32_t way, bool *visited) {
    bool more = false;
    for (uint32_t j = 0; j < rule->node_count; j++)
        for (uint32_t n = 0; n < s->node_count; n++) {
            bool passed = j == way ? n == rule->nodes[j] : has(s->erased, n) && leads(s, rule->nodes[j], n);
            if (passed && !visited[n]) more = visited[n] = true;
        }
    return more;
}

void lc_steps_visit(const lc_steps *s, bool *visited) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->rules.count; i++) {
            const lc_step_rule *rule = &s->rules.at[i];
            if (rule->letter_count || !visited[rule->left]) continue;
            for (uint32_t j = 0; j < rule->node_count; j++)
                if (leads(s, rule->nodes[j], rule->left) && erases(s, rule, j))
                    more |= visit_beside(s, rule, j, visited);
        }
    }
}

static bool make_sets(lc_steps *s) {
    size_t size = words(s) * (s->node_count + (size_t)1) * sizeof(uint64_t);
    s->leads = lc_arena_take(&s->arena, size);
    s->erased = lc_arena_take(&s->arena, words(s) * sizeof(uint64_t));
    if (!s->leads || !s->erased) return false;
    memset(s->leads, 0, size);
    memset(s->erased, 0, words(s) * sizeof(uint64_t));
    find_erased(s);
    find_leads(s);
    return true;
}

bool lc_steps_make(lc_steps *s, const lc_grammar *g, uint32_t length, lc_budget *budget) {
    assert(length <= UINT16_MAX);
    *s = (lc_steps){.budget = budget, .length = length};
    lc_arena_init(&s->arena, budget);
    maker m = {.steps = s, .grammar = g, .good = true};
    lc_map64_init(&m.index, budget);
    (void)node_of(&m, g->start, 0, length);
    for (uint32_t i = 0; i < m.nodes.count && m.good; i++) make_rules(&m, i);
    s->node_count = m.nodes.count;
    lc_map64_free(&m.index);
    lc_vec_free(budget, &m.nodes);
    return m.good && !lc_exhausted(budget) && make_sets(s);
}

void lc_steps_free(lc_steps *s) {
    lc_vec_free(s->budget, &s->rules);
    lc_arena_free(&s->arena);
}
