/* Tables of edges as transition systems. */
#ifndef LC_TESTS_MODEL_GRAPH_H
#define LC_TESTS_MODEL_GRAPH_H

#include "model/lts.h"

typedef struct edge {
    uint32_t from, to;
    lcm_label label;
} edge;

/* The edges are ordered by their origins, and state 0 is the first.  States are one word. */
typedef struct edge_graph {
    lcm_lts lts;
    const edge *edges;
    uint32_t edge_count, state_count;
    const bool *condition; /* condition 0, a value for each state; NULL: none */
} edge_graph;

typedef struct graph_walker {
    lcm_walker base;
    lc_budget *budget;
} graph_walker;

static const edge_graph *graph_of(const lcm_walker *w) { return (const edge_graph *)(const void *)w->lts; }

static lcm_walker *open_graph(const lcm_lts *lts, lc_budget *budget) {
    graph_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    *w = (graph_walker){{.lts = lts}, budget};
    return &w->base;
}

static void close_graph(lcm_walker *walker) {
    graph_walker *w = (graph_walker *)(void *)walker;
    lc_release(w->budget, w, sizeof *w);
}

static void init_graph(lcm_walker *w, uint32_t *state) {
    (void)w;
    *state = 0;
}

static void next_graph(lcm_walker *w, const uint32_t *state, lcm_moves *out) {
    const edge_graph *g = graph_of(w);
    uint32_t low = 0, high = g->edge_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->edges[middle].from < *state) low = middle + 1;
        else high = middle;
    }
    for (; low < g->edge_count && g->edges[low].from == *state; low++) {
        uint32_t *to = lcm_moves_add(out, (lcm_move){.label = g->edges[low].label, .action = low, .actors = 1});
        if (to) *to = g->edges[low].to;
    }
}

static bool graph_holds(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    (void)condition;
    return graph_of(w)->condition[*state];
}

static void print_graph_actor(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    (void)w, (void)state, (void)move;
    lc_text_puts(out, "graph");
}

static void print_graph_move(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    (void)state;
    lcm_label_print(w->lts->alphabet, move->label, out);
}

static void print_graph_state(lcm_walker *w, const uint32_t *before, const uint32_t *state, lince_text *out) {
    (void)w, (void)before;
    lc_text_printf(out, "%u", *state);
}

static void make_edge_graph(edge_graph *g, lcm_alphabet *alphabet, const edge *edges, uint32_t edge_count,
                            uint32_t state_count) {
    *g = (edge_graph){.lts = {.words = 1,
                              .alphabet = alphabet,
                              .open = open_graph,
                              .close = close_graph,
                              .init = init_graph,
                              .next = next_graph,
                              .holds = graph_holds,
                              .print_actor = print_graph_actor,
                              .print_move = print_graph_move,
                              .print_state = print_graph_state},
                      .edges = edges,
                      .edge_count = edge_count,
                      .state_count = state_count};
}

#endif
