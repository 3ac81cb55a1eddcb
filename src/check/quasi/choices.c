/* The operations a search can try next, in the order to try them. */
#include <string.h>

#include "check/quasi/search_parts.h"

/* When to try an operation, as the guess goes. */
static uint64_t due(const lc_quasi_search *q, uint32_t op) {
    const lc_quasi_guide *g = &q->guide;
    uint64_t place = g->due[g->which].at[op];
    return g->spread ? 2 * place + lc_mix(op, g->seed) % g->spread : 2 * place;
}

static bool before_in_turn(const lc_quasi_search *q, uint32_t x, uint32_t y) {
    uint64_t a = due(q, x), b = due(q, y);
    return a != b ? a < b : x < y;
}

/* Into the choices from `first` on, in the order they are to be tried. */
static void put_choice(lc_quasi_search *q, uint32_t first, uint32_t op) {
    if (!lc_push(q->budget, &q->choices, op)) return;
    uint32_t i = q->choices.count - 1;
    for (; i > first && before_in_turn(q, op, q->choices.at[i - 1]); i--) q->choices.at[i] = q->choices.at[i - 1];
    q->choices.at[i] = op;
}

/* Where sets are counted separately one may run far ahead of the other sets in the legal order, though there is mostly
 * no need to.  A restless search stays near the order of time: how far it may go from it. */
static uint32_t slack(const lc_quasi_search *q) {
    uint32_t largest = 0;
    for (uint32_t d = 0; d < q->line.set_count; d++)
        if (q->orders.most[d] > largest) largest = q->orders.most[d];
    return largest < LC_FACTOR_MOST / 4 ? 2 * largest + 16 : LC_FACTOR_MOST / 2;
}

bool lc_quasi_has_gone_astray(const lc_quasi_search *q) {
    const lc_quasi_orders *o = &q->orders;
    if (!q->guide.restless || q->line.complete) return false;
    for (uint32_t d = 0; d < q->line.set_count; d++) {
        const lc_quasi_set *s = &q->line.sets[d];
        if (o->set_legal[d] == s->returns.count) continue;
        if (o->legal.count > q->line.ops.at[s->returns.at[o->set_legal[d]]].ends + slack(q)) return true;
    }
    return false;
}

/* May an operation come next in the legal order, as far as its windows go? */
static bool in_time(const lc_quasi_search *q, uint32_t op) {
    if (q->guide.restless && !q->line.complete && q->line.ops.at[op].before > q->orders.legal.count + slack(q))
        return false;
    for (uint32_t d = 0; d < q->line.set_count; d++)
        if (q->line.ops.at[op].sets >> d & 1 &&
            lc_quasi_range_of(&q->line, op, d)->earliest > (uint64_t)q->orders.legal_count[d] + 1 + q->orders.most[d])
            return false;
    return true;
}

static void list_candidates(lc_quasi_search *q, uint32_t first, uint32_t set, uint32_t next_removal) {
    const lc_quasi_orders *o = &q->orders;
    bool rest = set == q->line.set_count;
    const lc_quasi_set *s = rest ? &q->line.rest : &q->line.sets[set];
    for (uint32_t i = o->first_unused[set]; i < s->ops.count; i++) {
        uint32_t op = s->ops.at[i];
        if (lc_quasi_in(o, op, LC_IN_LEGAL)) continue;
        if (!rest && (uint32_t)__builtin_ctz(q->line.ops.at[op].sets) != set) continue; /* it was listed before */
        if (!in_time(q, op)) {
            if (q->line.disjoint) break; /* those called later are even earlier */
            continue;
        }
        if (!lc_quasi_needless(&q->elements, o, next_removal, op)) put_choice(q, first, op);
    }
}

static bool push_frame(lc_quasi_search *q, uint32_t state, uint8_t set, uint32_t first, uint32_t next_removal) {
    const lc_quasi_orders *o = &q->orders;
    return lc_push(q->budget, &q->path,
                   (lc_quasi_frame){.state = state,
                                    .legal = o->legal.count,
                                    .real = o->real.count,
                                    .high = o->high,
                                    .first = first,
                                    .count = q->choices.count - first,
                                    .next_removal = next_removal,
                                    .set = set,
                                    .ended = q->ended});
}

static bool is_legal(lc_quasi_search *q, uint32_t state, uint32_t op) {
    return lc_next_count(&q->space, lc_space_next(&q->space, state, q->line.ops.at[op].label)) > 0;
}

/* An element that ought to be removed but is behind other elements makes the removal of the first one urgent, because
 * nothing else gets it out of the way. */
static void hurry(lc_quasi_search *q, uint32_t state, uint32_t first) {
    const lc_quasi_elements *e = &q->elements;
    uint32_t behind = LC_NONE;
    for (uint32_t i = first; i < q->choices.count; i++) {
        uint32_t op = q->choices.at[i], element = e->removed.at[op];
        if (element == LC_NONE || !lc_quasi_in(&q->orders, e->at.at[element].add, LC_IN_LEGAL)) continue;
        if (!is_legal(q, state, op)) {
            if (behind == LC_NONE) behind = i;
            continue;
        }
        if (behind == LC_NONE) return;
        memmove(q->choices.at + behind + 1, q->choices.at + behind, (i - behind) * sizeof *q->choices.at);
        q->choices.at[behind] = op;
        return;
    }
}

/* The operations that can come next in the legal order; that it ends here is written LC_NONE, and tried first. */
static bool find_legal(lc_quasi_search *q, uint32_t state) {
    uint32_t first = q->choices.count, next_removal = q->path.count ? q->path.at[q->path.count - 1].next_removal : 0;
    if (q->elements.tracked) next_removal = lc_quasi_next_removal(&q->elements, &q->orders, next_removal);
    if (!q->orders.to_come && !lc_push(q->budget, &q->choices, LC_NONE)) return false;
    first = q->choices.count; /* the operations added from here on are sorted */
    for (uint32_t d = 0; d <= q->line.set_count; d++) list_candidates(q, first, d, next_removal);
    if (q->elements.tracked) hurry(q, state, first);
    if (!q->orders.to_come) first--;
    return push_frame(q, state, LC_QUASI_LEGAL, first, next_removal);
}

/* Is it time to choose the next of a set in the real order? */
static bool is_time(const lc_quasi_search *q, uint32_t set) {
    const lc_quasi_orders *o = &q->orders;
    if (q->ended) return o->between.count;
    return q->line.disjoint && (uint64_t)o->legal_count[set] > (uint64_t)o->real_count[set] + o->most[set];
}

/* Candidates for the real order: the one with the nearest deadline first. */
static void sort_front(lc_quasi_search *q, uint32_t first, uint32_t set) {
    for (uint32_t i = first + 1; i < q->choices.count; i++) {
        uint32_t x = q->choices.at[i], k = i;
        uint32_t deadline = lc_quasi_deadline(&q->orders, x, set);
        for (; k > first && lc_quasi_deadline(&q->orders, q->choices.at[k - 1], set) > deadline; k--)
            q->choices.at[k] = q->choices.at[k - 1];
        q->choices.at[k] = x;
    }
}

bool lc_quasi_query(lc_quasi_search *q, uint32_t state, uint32_t set) {
    uint32_t sets = q->line.disjoint ? q->line.set_count : 1;
    for (uint32_t d = set; d < sets; d++) {
        if (!is_time(q, d)) continue;
        uint32_t first = q->choices.count;
        if (!lc_quasi_front(&q->orders, d, &q->choices)) return false;
        if (q->line.disjoint) sort_front(q, first, d);
        if (q->choices.count > first)
            return push_frame(q, state, (uint8_t)d, first,
                              q->path.count ? q->path.at[q->path.count - 1].next_removal : 0);
        if (q->line.complete) return false;
    }
    return !q->ended && find_legal(q, state);
}
