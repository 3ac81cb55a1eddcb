/* The facts about a set of states of the specification that failures and divergences depend on. */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/search/normal.h"

/* Can a state take hidden steps forever?  A depth-first search that meets its own stack, or a state that can, has found
 * that all on the stack can. */
enum { UNKNOWN, ON_STACK, CONVERGES, DIVERGES };

static bool walk_from(lcm_normal *n, uint32_t from) {
    LC_VEC(lcm_spec_edge) stack = {0}; /* label: how many hidden steps of `to` were looked at */
    bool well = lc_push(n->budget, &stack, (lcm_spec_edge){0, from}), endless = false;
    if (well) n->states.at[from].colour = ON_STACK;
    while (well && stack.count > 0 && !endless) {
        lcm_spec_edge *top = &stack.at[stack.count - 1];
        lcm_spec_state *s = &n->states.at[top->to];
        if (top->label == s->taus) {
            s->colour = CONVERGES;
            stack.count--;
            continue;
        }
        uint32_t to = n->edges.at[s->first + top->label++].to;
        uint8_t colour = n->states.at[to].colour;
        endless = colour == ON_STACK || colour == DIVERGES;
        if (colour != UNKNOWN) continue;
        n->states.at[to].colour = ON_STACK;
        well = lc_push(n->budget, &stack, (lcm_spec_edge){0, to});
    }
    for (uint32_t i = 0; i < stack.count; i++) n->states.at[stack.at[i].to].colour = endless ? DIVERGES : UNKNOWN;
    lc_vec_free(n->budget, &stack);
    return well;
}

static bool find_divergence(lcm_normal *n, lcm_set *set) {
    for (uint32_t at = 0, state; !set->diverges && lcm_set_each(set, &at, &state);) {
        if (n->states.at[state].colour == UNKNOWN && !walk_from(n, state)) return false;
        set->diverges = n->states.at[state].colour == DIVERGES;
    }
    return true;
}

static int by_label(const void *a, const void *b) {
    lcm_label x = *(const lcm_label *)a, y = *(const lcm_label *)b;
    return LC_ORDER(x, y);
}

/* The labels that a stable state offers, interned. */
static uint32_t acceptance_of(lcm_normal *n, uint32_t state) {
    lcm_spec_state *s = &n->states.at[state];
    if (s->acceptance != LC_NOT_INTERNED) return s->acceptance;
    n->pending.count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (!lc_push(n->budget, &n->pending, n->edges.at[s->first + i].label)) return LC_NOT_INTERNED;
    uint32_t count = n->pending.count, kept = 0;
    lcm_label *labels = n->pending.at;
    if (count > 0) qsort(labels, count, sizeof *labels, by_label);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || labels[i] != labels[i - 1]) labels[kept++] = labels[i];
    return s->acceptance = lc_intern_add(&n->acceptances, labels, kept * sizeof *labels);
}

static bool contains_all(const lcm_label *labels, uint32_t count, lcm_acceptance part) {
    uint32_t i = 0;
    for (uint32_t j = 0; j < part.count; j++, i++) {
        while (i < count && labels[i] < part.at[j]) i++;
        if (i == count || labels[i] != part.at[j]) return false;
    }
    return true;
}

/* Keeps the list free of supersets of other entries. */
static bool keep_smallest(lcm_normal *n, lcm_acceptance new) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->smallest.count; i++)
        if (contains_all(new.at, new.count, n->smallest.at[i])) return true;
    for (uint32_t i = 0; i < n->smallest.count; i++)
        if (!contains_all(n->smallest.at[i].at, n->smallest.at[i].count, new))
            n->smallest.at[kept++] = n->smallest.at[i];
    n->smallest.count = kept;
    return lc_push(n->budget, &n->smallest, new);
}

static bool find_acceptances(lcm_normal *n, lcm_set *set) {
    n->smallest.count = 0;
    for (uint32_t at = 0, state; lcm_set_each(set, &at, &state);) {
        if (n->states.at[state].taus > 0) continue;
        uint32_t number = acceptance_of(n, state);
        if (number == LC_NOT_INTERNED) return false;
        const lc_interned *labels = lc_intern_get(&n->acceptances, number);
        lcm_acceptance new = {labels->bytes, labels->size / (uint32_t)sizeof(lcm_label)};
        if (!keep_smallest(n, new)) return false;
    }
    size_t size = n->smallest.count * sizeof *n->smallest.at;
    lcm_acceptance *kept = lc_arena_take(&n->sets.arena, size);
    if (!kept) return false;
    if (size > 0) memcpy(kept, n->smallest.at, size);
    set->acceptances = kept;
    set->acceptance_count = n->smallest.count;
    return true;
}

bool lcm_normal_complete(lcm_normal *n, lcm_set *set) {
    if (n->semantics == LCM_TRACES) return true;
    return find_acceptances(n, set) && (n->semantics == LCM_FAILURES || find_divergence(n, set));
}

bool lcm_set_accepts(const lcm_set *set, const lcm_label *offered, uint32_t count) {
    for (uint32_t i = 0; i < set->acceptance_count; i++)
        if (contains_all(offered, count, set->acceptances[i])) return true;
    return false;
}
