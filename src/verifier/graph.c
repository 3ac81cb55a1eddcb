/* The reachable states of a process, and the steps between them: see view.h. */
#include <stdlib.h>

#include "verifier/view.h"

/* The number of a state; LC_NOT_INTERNED: there are too many already, or memory is out. */
static uint32_t number_of(lcv_graph *g, uint32_t words, const uint32_t *state, uint32_t most, bool ended) {
    size_t size = words * sizeof *state;
    uint32_t number = lc_intern_find(&g->states, state, size);
    if (number != LC_NOT_INTERNED) return number;
    if (g->states.items.count >= most) {
        g->cut = true;
        return LC_NOT_INTERNED;
    }
    number = lc_intern_add(&g->states, state, size);
    if (number == LC_NOT_INTERNED || !lc_push(NULL, &g->after_tick, ended)) g->failed = true;
    return number;
}

static void expand(lcv_graph *g, const lcv_view *view, uint32_t from, uint32_t most) {
    lcm_moves_clear(&g->moves);
    view->lts->next(view->walker, lcv_graph_state(g, from), &g->moves);
    if (g->moves.failure.failed && !g->failure.failed) g->failure = g->moves.failure;
    for (uint32_t i = 0; i < g->moves.at.count && !g->failed; i++) {
        lcm_move move = g->moves.at.at[i];
        uint32_t to = number_of(g, view->lts->words, lcm_moves_state(&g->moves, i), most, move.label == LCM_TICK);
        if (to != LC_NOT_INTERNED && !lc_push(NULL, &g->edges, (lcv_edge){from, to, move})) g->failed = true;
    }
}

/* False: to be done again with wider states. */
static bool explore(lcv_graph *g, lcv_view *view, uint32_t most) {
    const lcm_lts *lts = view->lts;
    uint32_t *first = calloc(lts->words, sizeof *first);
    lc_intern_init(&g->states, NULL);
    lcm_moves_init(&g->moves, lts->words, NULL);
    g->edges.count = g->after_tick.count = 0;
    g->cut = false;
    g->failure = (lcm_failure){0};
    g->failed = !first;
    if (first) {
        lts->init(view->walker, first);
        number_of(g, lts->words, first, most, false);
    }
    free(first);
    for (uint32_t i = 0; i < g->states.items.count && !g->failed; i++) {
        expand(g, view, i, most);
        if (!g->moves.failure.failed || !lcv_view_widen(view, &g->moves.failure)) continue;
        lcm_moves_free(&g->moves);
        lc_intern_free(&g->states);
        g->failed = !lcv_view_open(view);
        return g->failed;
    }
    return true;
}

static int by_ends(const void *a, const void *b) {
    const lcv_edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return x->move.action != y->move.action ? (x->move.action < y->move.action ? -1 : 1) : 0;
}

void lcv_graph_make(lcv_graph *g, lcv_view *view, uint32_t most) {
    *g = (lcv_graph){.failed = false};
    while (!explore(g, view, most)) continue;
    if (g->edges.count) qsort(g->edges.at, g->edges.count, sizeof *g->edges.at, by_ends);
}

void lcv_graph_free(lcv_graph *g) {
    lcm_moves_free(&g->moves);
    lc_intern_free(&g->states);
    lc_vec_free(NULL, &g->edges);
    lc_vec_free(NULL, &g->after_tick);
}
