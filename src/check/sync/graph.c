/* The edges are found when the later of two operations is called: then those that are open overlap it.  So there are at
 * most n times the concurrency.  Two operations of which neither needs a partner are not asked about. */
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
    lc_map64_free(&g->known);
}

static bool have_a_step(lc_stateless *s, uint32_t i, uint32_t k) {
    return lc_space_meet(&s->space, s->state, (uint32_t[]){s->label.at[i], s->label.at[k]}, 2) != LC_NO_STEP;
}

bool lc_graph_meets_pending(lc_sync_graph *g, lc_stateless *s, uint32_t i, uint32_t p) {
    uint64_t pair = (uint64_t)s->label.at[i] << 32 | s->label.at[p];
    uint32_t known = lc_map64_get(&g->known, pair);
    if (known != LC_NOT_MAPPED) return known;
    bool meet = have_a_step(s, i, p);
    lc_map64_put(&g->known, pair, meet);
    return meet;
}

static bool meet(building *b, uint32_t i, uint32_t k) {
    return b->s->most > 1 && (b->g->required.at[i] || b->g->required.at[k]) && have_a_step(b->s, i, k);
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

lc_outcome lc_graph_build(lc_sync_graph *g, lc_stateless *s) {
    *g = (lc_sync_graph){.from = {0}};
    lc_map64_init(&g->known, s->budget);
    if (!lc_ask_specification(s) || !lc_reserve(s->budget, &g->required, s->ops.count + 1))
        return lc_halt_grouping(s, LC_NO_MEMORY);
    for (uint32_t i = 0; i < s->ops.count; i++)
        g->required.at[i] = s->ops.at[i].ends != LC_NEVER && !lc_steps_alone(s, i);
    g->required.count = s->ops.count;
    building b = {.s = s, .g = g};
    bool forget = s->space.forget;
    s->space.forget = true; /* two operations are asked about once; to look that up would take as long */
    lc_outcome outcome = find_edges(&b);
    s->space.forget = forget;
    if (outcome == LC_HOLDS) outcome = sort_out(&b);
    lc_vec_free(s->budget, &b.edges);
    lc_vec_free(s->budget, &b.open);
    return outcome;
}
