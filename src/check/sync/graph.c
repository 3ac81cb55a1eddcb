/* The edges are found when the later of two operations is called: then those that are open overlap it.  So there are at
 * most n times the concurrency.  Two operations of which neither needs a partner are not checked. */
#include "check/sync/graph.h"

#include <string.h>

typedef struct edge {
    uint32_t a, b;
} edge;

typedef struct building {
    lc_stateless *s;
    lc_sync_graph *g;
    LC_VEC(edge) edges;
    LC_VEC(uint32_t) open;
    uint64_t asked;
} building;

void lc_graph_free(lc_sync_graph *g, lc_budget *budget) {
    lc_vec_free(budget, &g->from);
    lc_vec_free(budget, &g->to);
    lc_vec_free(budget, &g->required);
    lc_vec_free(budget, &g->pending);
    lc_vec_free(budget, &g->kind);
    lc_vec_free(budget, &g->known);
}

/* ---- queries ---- */

enum { MOST_KINDS = 2048, NOT_ASKED = 0, NO_STEP, A_STEP };

static bool query(lc_stateless *s, uint32_t i, uint32_t k) {
    return lc_space_meet(&s->space, s->state, (uint32_t[]){s->label.at[i], s->label.at[k]}, 2) != LC_NO_STEP;
}

bool lc_graph_have_a_step(lc_sync_graph *g, lc_stateless *s, uint32_t i, uint32_t k) {
    if (!g->kind.count) return query(s, i, k);
    uint8_t *known = &g->known.at[g->kind.at[i] * g->kinds + g->kind.at[k]];
    if (*known == NOT_ASKED) *known = query(s, i, k) ? A_STEP : NO_STEP;
    return *known == A_STEP;
}

/* Numbers the labels in use, as long as there are few. */
static bool number_kinds(lc_sync_graph *g, lc_stateless *s, lc_map64 *numbers) {
    if (!lc_reserve(s->budget, &g->kind, s->ops.count + 1)) return false;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        uint32_t number = lc_map64_get(numbers, s->label.at[i]);
        if (number == LC_NOT_MAPPED) {
            if (g->kinds == MOST_KINDS) {
                g->kind.count = 0;
                return true;
            }
            number = g->kinds++;
            lc_map64_put(numbers, s->label.at[i], number);
        }
        g->kind.at[g->kind.count++] = number;
    }
    if (!lc_reserve(s->budget, &g->known, g->kinds * g->kinds + 1)) return false;
    memset(g->known.at, NOT_ASKED, g->kinds * g->kinds);
    return true;
}

/* ---- edges ---- */

static bool meet(building *b, uint32_t i, uint32_t k) {
    return b->s->most > 1 && (b->g->required.at[i] || b->g->required.at[k]) && lc_graph_have_a_step(b->g, b->s, i, k);
}

static lc_outcome is_called(building *b, uint32_t i) {
    for (uint32_t k = 0; k < b->open.count; k++) {
        if (lc_grouping_stopped(b->s, b->asked++)) return LC_HALTED;
        if (meet(b, i, b->open.at[k]) && !lc_push(b->s->budget, &b->edges, (edge){i, b->open.at[k]}))
            return lc_halt_grouping(b->s, LC_NO_MEMORY);
    }
    return lc_push(b->s->budget, &b->open, i) ? LC_HOLDS : lc_halt_grouping(b->s, LC_NO_MEMORY);
}

static void returns(building *b, uint32_t i) {
    uint32_t k = 0;
    while (b->open.at[k] != i) k++;
    b->open.at[k] = b->open.at[--b->open.count];
}

static lc_outcome find_edges(building *b) {
    lc_stateless *s = b->s;
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t place = 0, called = 0; place < s->part->event_count && outcome == LC_HOLDS; place++) {
        lc_event e = s->part->events[place];
        if (lc_event_what(e) == LC_RETURN) returns(b, s->note[lc_event_op(e)]);
        else if (s->ops.at[called].ends != LC_NEVER) outcome = is_called(b, called++);
        else if (!lc_takes_part(s, called) || lc_push(s->budget, &b->g->pending, called)) called++;
        else return lc_halt_grouping(s, LC_NO_MEMORY);
    }
    return outcome;
}

/* By counting.  First in any order; then each operation, in the order of the returns, is written down with all its
 * partners, so that theirs are in that order. */
static void list_partners(building *b, uint32_t *end, uint32_t *unsorted) {
    lc_stateless *s = b->s;
    lc_sync_graph *g = b->g;
    uint32_t n = s->ops.count, *from = g->from.at, *to = g->to.at;
    memset(from, 0, (n + 1) * sizeof *from);
    for (uint32_t i = 0; i < b->edges.count; i++) {
        from[b->edges.at[i].a + 1]++;
        from[b->edges.at[i].b + 1]++;
    }
    for (uint32_t i = 0; i < n; i++) from[i + 1] += from[i];
    memcpy(end, from, n * sizeof *end);
    for (uint32_t i = 0; i < b->edges.count; i++) {
        to[end[b->edges.at[i].a]++] = b->edges.at[i].b;
        to[end[b->edges.at[i].b]++] = b->edges.at[i].a;
    }
    memcpy(unsorted, to, 2 * (size_t)b->edges.count * sizeof *unsorted);
    memcpy(end, from, n * sizeof *end);
    for (uint32_t place = 0; place < s->part->event_count; place++) {
        uint32_t i = s->note[lc_event_op(s->part->events[place])];
        for (uint32_t k = from[i]; s->ops.at[i].ends == place && k < from[i + 1]; k++) to[end[unsorted[k]]++] = i;
    }
}

static lc_outcome sort_out(building *b) {
    enum { MOST_EDGES = 1 << 30 };
    lc_stateless *s = b->s;
    if (b->edges.count > MOST_EDGES) return lc_halt_grouping(s, LC_NO_MEMORY);
    uint32_t n = s->ops.count, ends = 2 * b->edges.count;
    size_t end_size = ((size_t)n + 1) * sizeof(uint32_t), copy_size = ((size_t)ends + 1) * sizeof(uint32_t);
    if (!lc_reserve(s->budget, &b->g->from, n + 1) || !lc_reserve(s->budget, &b->g->to, ends + 1))
        return lc_halt_grouping(s, LC_NO_MEMORY);
    uint32_t *end = lc_allocate(s->budget, end_size), *unsorted = lc_allocate(s->budget, copy_size);
    bool fine = end && unsorted;
    if (fine) list_partners(b, end, unsorted);
    b->g->from.count = n + 1;
    b->g->to.count = ends;
    if (end) lc_release(s->budget, end, end_size);
    if (unsorted) lc_release(s->budget, unsorted, copy_size);
    return fine ? LC_HOLDS : lc_halt_grouping(s, LC_NO_MEMORY);
}

static bool list_required(lc_sync_graph *g, lc_stateless *s) {
    if (!lc_reserve(s->budget, &g->required, s->ops.count + 1)) return false;
    for (uint32_t i = 0; i < s->ops.count; i++)
        g->required.at[i] = s->ops.at[i].ends != LC_NEVER && !lc_steps_alone(s, i);
    g->required.count = s->ops.count;
    return true;
}

lc_outcome lc_graph_build(lc_sync_graph *g, lc_stateless *s) {
    *g = (lc_sync_graph){.from = {0}};
    lc_map64 numbers;
    lc_map64_init(&numbers, s->budget);
    bool fine = lc_query_specification(s) && list_required(g, s) && number_kinds(g, s, &numbers);
    lc_map64_free(&numbers);
    if (!fine) return lc_halt_grouping(s, LC_NO_MEMORY);
    building b = {.s = s, .g = g};
    lc_outcome outcome = find_edges(&b);
    if (outcome == LC_HOLDS) outcome = sort_out(&b);
    lc_vec_free(s->budget, &b.edges);
    lc_vec_free(s->budget, &b.open);
    return outcome;
}
