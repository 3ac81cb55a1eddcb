/* Random small graphs, and transition systems over them whose states have several words. */
#ifndef LC_TESTS_MODEL_RANDOM_H
#define LC_TESTS_MODEL_RANDOM_H

#include <stdlib.h>
#include <string.h>

#include "model/finding.h"
#include "model_graph.h"
#include "tap.h"

enum { MOST_STATES = 8, MOST_EDGES = 40, LABELS = 5 }; /* labels: tau, tick and three events */

typedef struct random_graph {
    edge_graph graph;
    edge edges[MOST_EDGES];
    bool condition[MOST_STATES];
    uint32_t states;
} random_graph;

static uint64_t random_state = 1;
__attribute__((unused)) static uint32_t below(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

__attribute__((unused)) static bool same_move(const lcm_move *a, const lcm_move *b) {
    return a->label == b->label && a->action == b->action && a->actors == b->actors;
}
__attribute__((unused)) static bool same_path(const lcm_path *a, const lcm_path *b) {
    if (a->moves.count != b->moves.count || a->states.count != b->states.count || a->loop != b->loop) return false;
    for (uint32_t i = 0; i < a->moves.count; i++)
        if (!same_move(&a->moves.at[i], &b->moves.at[i])) return false;
    return a->states.count == 0 || !memcmp(a->states.at, b->states.at, a->states.count * sizeof *a->states.at);
}

static int by_origin(const void *a, const void *b) {
    const edge *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

__attribute__((unused)) static void finish_graph(random_graph *g, lcm_alphabet *alphabet, uint32_t edge_count) {
    qsort(g->edges, edge_count, sizeof *g->edges, by_origin);
    make_edge_graph(&g->graph, alphabet, g->edges, edge_count, g->states);
    g->graph.condition = g->condition;
}

__attribute__((unused)) static void make_graph(random_graph *g, lcm_alphabet *alphabet, uint32_t most_states,
                                               uint32_t most_edges) {
    g->states = 1 + below(most_states);
    uint32_t edges = below(most_edges + 1), taus = below(4);
    for (uint32_t i = 0; i < edges; i++)
        g->edges[i] = (edge){below(g->states), below(g->states), below(4) < taus ? LCM_TAU : 1 + below(LABELS - 1)};
    for (uint32_t i = 0; i < g->states; i++) g->condition[i] = below(6) == 0;
    finish_graph(g, alphabet, edges);
}

/* A copy with a few changes: refinement near the edge. */
__attribute__((unused)) static void change_graph(random_graph *g, const random_graph *from, lcm_alphabet *alphabet) {
    uint32_t count = from->graph.edge_count;
    g->states = from->states;
    memcpy(g->edges, from->edges, sizeof g->edges);
    memcpy(g->condition, from->condition, sizeof g->condition);
    for (uint32_t changes = below(3); changes > 0; changes--) {
        if (count > 0 && below(2)) {
            uint32_t gone = below(count);
            g->edges[gone] = g->edges[--count];
        } else if (count < MOST_EDGES) {
            g->edges[count++] = (edge){below(g->states), below(g->states), below(LABELS)};
        }
    }
    finish_graph(g, alphabet, count);
}

/* The same graph with states of several words: the digits of the number. */
typedef struct wide_lts {
    lcm_lts lts;
    const edge_graph *graph;
    bool asks;         /* has `after`, and some of its steps are only there */
    uint32_t fails_at; /* a state whose steps fail; UINT32_MAX: none */
} wide_lts;

typedef struct wide_walker {
    lcm_walker base;
    lcm_walker *inner;
    lcm_moves moves;
} wide_walker;

static uint32_t narrow(const lcm_lts *lts, const uint32_t *words) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < lts->words; i++) number = number * 2 + words[i] % 2;
    return number;
}
static void widen(const lcm_lts *lts, uint32_t number, uint32_t *words) {
    for (uint32_t i = lts->words; i-- > 0; number /= 2) words[i] = number % 2 ? 0xfffffff1 - 2 * i : 2 * (i % 2);
}

static lcm_walker *open_wide(const lcm_lts *lts, lc_budget *budget) {
    const lcm_lts *inner = &((const wide_lts *)(const void *)lts)->graph->lts;
    wide_walker *w = malloc(sizeof *w);
    *w = (wide_walker){{.lts = lts}, inner->open(inner, NULL), {0}};
    lcm_moves_init(&w->moves, 1, NULL);
    (void)budget;
    return &w->base;
}
static void close_wide(lcm_walker *walker) {
    wide_walker *w = (wide_walker *)(void *)walker;
    w->inner->lts->close(w->inner);
    lcm_moves_free(&w->moves);
    free(w);
}
static void init_wide(lcm_walker *w, uint32_t *words) { widen(w->lts, 0, words); }
static void steps_wide(lcm_walker *walker, const uint32_t *words, lcm_label only, lcm_moves *out) {
    wide_walker *w = (wide_walker *)(void *)walker;
    const wide_lts *wide = (const wide_lts *)(const void *)walker->lts;
    uint32_t state = narrow(walker->lts, words);
    lcm_moves_clear(&w->moves);
    w->inner->lts->next(w->inner, &state, &w->moves);
    for (uint32_t i = 0; i < w->moves.at.count; i++) {
        lcm_label label = w->moves.at.at[i].label;
        if (only == LCM_NO_LABEL ? wide->asks && label == LABELS - 1 : label != only) continue;
        uint32_t *to = lcm_moves_add(out, w->moves.at.at[i]);
        if (to) widen(walker->lts, *lcm_moves_state(&w->moves, i), to);
    }
    if (state != wide->fails_at) return;
    out->failure.failed = true;
    strcpy(out->failure.message, "it fails");
}
static void next_wide(lcm_walker *w, const uint32_t *words, lcm_moves *out) { steps_wide(w, words, LCM_NO_LABEL, out); }
static void after_wide(lcm_walker *w, const uint32_t *words, lcm_label label, lcm_moves *out) {
    steps_wide(w, words, label, out);
}
static bool wide_holds(lcm_walker *w, const uint32_t *words, uint32_t condition) {
    (void)condition;
    return ((const wide_lts *)(const void *)w->lts)->graph->condition[narrow(w->lts, words)];
}
static int32_t wide_value(lcm_walker *w, const uint32_t *words, uint32_t condition) {
    (void)condition;
    return (int32_t)(narrow(w->lts, words) * 7 % 5) - 2;
}

__attribute__((unused)) static void make_wide(wide_lts *w, const edge_graph *graph, uint32_t words, bool asks) {
    *w = (wide_lts){.lts = {.words = words,
                            .alphabet = graph->lts.alphabet,
                            .open = open_wide,
                            .close = close_wide,
                            .init = init_wide,
                            .next = next_wide,
                            .after = asks ? after_wide : NULL,
                            .holds = wide_holds,
                            .value = wide_value},
                    .graph = graph,
                    .asks = asks,
                    .fails_at = UINT32_MAX};
}

#endif
