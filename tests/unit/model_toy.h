/* Small systems for tests of what searches models: edges with labels and actors, states with facts, perhaps a state
 * whose steps fail; random ones, and runs of them replayed. */
#ifndef LC_TESTS_MODEL_TOY_H
#define LC_TESTS_MODEL_TOY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/finding.h"

enum { TOY_STATES = 64, TOY_EDGES = 256 };

typedef struct toy_edge {
    uint32_t from, to;
    lcm_label label;
    uint64_t actors;
} toy_edge;

typedef struct toy {
    lcm_lts lts;
    toy_edge edges[TOY_EDGES];
    uint32_t edge_count, state_count;
    uint64_t facts[TOY_STATES];
    uint32_t broken; /* the state with a step that fails; UINT32_MAX: none */
    uint32_t vague;  /* the state where condition 0 has no value; UINT32_MAX: none */
    lcm_failure no_value;
} toy;

/* A state is two words, so that nobody takes it for one. */
enum { TOY_WORDS = 2 };

static lcm_walker *toy_open(const lcm_lts *lts, lc_budget *budget) {
    (void)budget;
    lcm_walker *w = malloc(sizeof *w);
    if (w) *w = (lcm_walker){.lts = lts};
    return w;
}
static void toy_close(lcm_walker *w) { free(w); }
static void toy_init_state(lcm_walker *w, uint32_t *state) {
    (void)w;
    state[0] = 0, state[1] = 7;
}
static void toy_next(lcm_walker *w, const uint32_t *state, lcm_moves *out) {
    const toy *t = (const toy *)(const void *)w->lts;
    for (uint32_t i = 0; i < t->edge_count; i++) {
        if (t->edges[i].from != state[0]) continue;
        uint32_t *to =
            lcm_moves_add(out, (lcm_move){.label = t->edges[i].label, .action = i, .actors = t->edges[i].actors});
        if (to) to[0] = t->edges[i].to, to[1] = 7 + t->edges[i].to;
    }
    if (state[0] == t->broken) {
        out->failure = (lcm_failure){.failed = true, .line = 3, .column = 9};
        snprintf(out->failure.message, sizeof out->failure.message, "division by zero");
    }
}
static bool toy_holds(lcm_walker *w, const uint32_t *state, uint32_t condition) {
    const toy *t = (const toy *)(const void *)w->lts;
    w->no_value = state[0] == t->vague && condition == 0 ? &t->no_value : NULL;
    return !w->no_value && t->facts[state[0]] >> condition & 1;
}

static void toy_init(toy *t, lcm_alphabet *alphabet, uint32_t state_count) {
    memset(t, 0, sizeof *t);
    t->lts = (lcm_lts){.words = TOY_WORDS,
                       .alphabet = alphabet,
                       .open = toy_open,
                       .close = toy_close,
                       .init = toy_init_state,
                       .next = toy_next,
                       .holds = toy_holds};
    t->state_count = state_count;
    t->broken = t->vague = UINT32_MAX;
    t->no_value = (lcm_failure){.failed = true, .line = 5};
}

__attribute__((unused)) static void toy_add(toy *t, uint32_t from, lcm_label label, uint32_t to, uint64_t actors) {
    t->edges[t->edge_count++] = (toy_edge){from, to, label, actors};
}

__attribute__((unused)) static uint64_t toy_enabled(const toy *t, uint32_t state) {
    uint64_t enabled = 0;
    for (uint32_t i = 0; i < t->edge_count; i++)
        if (t->edges[i].from == state) enabled |= t->edges[i].actors;
    return enabled;
}

__attribute__((unused)) static uint32_t toy_at(const lcm_path *p, uint32_t i) { return lcm_path_state(p, i)[0]; }

/* Is the path a run of the toy, and does its loop close? */
__attribute__((unused)) static bool toy_replays(const toy *t, const lcm_path *p) {
    if (p->words != TOY_WORDS || p->states.count != (p->moves.count + 1) * TOY_WORDS || toy_at(p, 0) != 0) return false;
    for (uint32_t i = 0; i < p->moves.count; i++) {
        const lcm_move *m = &p->moves.at[i];
        if (m->action >= t->edge_count) return false;
        const toy_edge *e = &t->edges[m->action];
        if (e->from != toy_at(p, i) || e->to != toy_at(p, i + 1) || e->label != m->label || e->actors != m->actors)
            return false;
    }
    if (p->loop == UINT32_MAX) return true;
    return p->loop < p->moves.count &&
           memcmp(lcm_path_state(p, p->loop), lcm_path_state(p, p->moves.count), TOY_WORDS * sizeof(uint32_t)) == 0;
}

static uint64_t toy_seed = 1;
__attribute__((unused)) static uint32_t below(uint32_t bound) { /* splitmix64 */
    uint64_t z = toy_seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % bound);
}

#endif
