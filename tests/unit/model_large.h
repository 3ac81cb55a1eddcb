/* Larger systems that look random, a specification with many sets of states for them, and what is found. */
#ifndef LC_TESTS_MODEL_LARGE_H
#define LC_TESTS_MODEL_LARGE_H

#include "base/hash.h"
#include "model_random.h"

/* ---- a system whose steps look random, with states of six words; `size` of them or fewer are reached ---- */

typedef struct large_lts {
    lcm_lts lts;
    uint32_t size, seed, rare; /* one in `rare` visible steps is event c, which the specification seldom allows */
    lcm_label shift;           /* of the events' labels */
} large_lts;

/* Three digits, and far from each of them what follows from it. */
static uint32_t number_of(const uint32_t *words) { return (words[0] * 256 + words[1]) * 256 + words[2]; }
static void words_of(uint32_t number, uint32_t *words) {
    for (uint32_t i = 3; i-- > 0; number /= 256) {
        words[i] = number % 256;
        words[3 + i] = (uint32_t)lc_mix(words[i], i);
    }
}
static lcm_walker *open_large(const lcm_lts *lts, lc_budget *budget) {
    lcm_walker *w = lc_allocate(budget, sizeof *w + sizeof budget);
    if (!w) return NULL;
    w->lts = lts;
    memcpy(w + 1, &budget, sizeof budget);
    return w;
}
static void close_large(lcm_walker *w) {
    lc_budget *budget;
    memcpy(&budget, w + 1, sizeof budget);
    lc_release(budget, w, sizeof *w + sizeof budget);
}
static void init_large(lcm_walker *w, uint32_t *words) {
    (void)w;
    words_of(0, words);
}
static void next_large(lcm_walker *w, const uint32_t *words, lcm_moves *out) {
    const large_lts *large = (const large_lts *)(const void *)w->lts;
    uint32_t state = number_of(words);
    for (uint32_t i = 0; i < 1 + state % 3; i++) {
        uint64_t random = lc_mix((uint64_t)large->seed << 32 | state, i + 1);
        lcm_label label = random % 3 == 0 ? LCM_TAU : random / 3 % large->rare == 0 ? 4 : 2 + random / 5 % 2;
        if (label != LCM_TAU) label += large->shift;
        uint32_t *to = lcm_moves_add(out, (lcm_move){label, i, 1, 0});
        if (to) words_of((uint32_t)(random >> 16) % large->size, to);
    }
}
__attribute__((unused)) static void make_large(large_lts *l, lcm_alphabet *alphabet, uint32_t size, uint32_t seed,
                                               uint32_t rare) {
    *l = (large_lts){.lts = {.words = 6,
                             .alphabet = alphabet,
                             .open = open_large,
                             .close = close_large,
                             .init = init_large,
                             .next = next_large},
                     .size = size,
                     .seed = seed,
                     .rare = rare};
}

/* Allows a and b in many ways, so that there are many sets, and c in one state in the end. */
__attribute__((unused)) static void make_maze(random_graph *g, lcm_alphabet *alphabet, uint32_t seed) {
    random_state = seed;
    uint32_t count = 0;
    g->states = MOST_STATES;
    for (uint32_t s = 0; s < g->states; s++) {
        for (lcm_label l = 2; l < 4; l++)
            for (uint32_t n = 0; n < 2; n++) g->edges[count++] = (edge){s, below(g->states), l};
    }
    for (uint32_t s = 0; s < 6; s++) g->edges[count++] = (edge){s, below(g->states), 4};
    finish_graph(g, alphabet, count);
}

__attribute__((unused)) static bool same_finding(const lcm_finding *a, const lcm_finding *b) {
    return a->answer == b->answer && a->reason == b->reason && !memcmp(&a->figures, &b->figures, sizeof a->figures) &&
           same_path(&a->path, &b->path);
}

__attribute__((unused)) static bool is_run(const lcm_lts *lts, const lcm_path *p) {
    uint32_t first[8];
    lcm_walker *w = lts->open(lts, NULL);
    lcm_moves moves;
    lcm_moves_init(&moves, lts->words, NULL);
    lts->init(w, first);
    size_t size = lts->words * sizeof *first;
    bool run = p->states.count == (p->moves.count + 1) * lts->words && !memcmp(first, p->states.at, size);
    for (uint32_t i = 0; run && i < p->moves.count; i++) {
        lcm_moves_clear(&moves);
        lts->next(w, lcm_path_state(p, i), &moves);
        bool found = false;
        for (uint32_t m = 0; m < moves.at.count; m++)
            found = found || (same_move(&moves.at.at[m], &p->moves.at[i]) &&
                              !memcmp(lcm_moves_state(&moves, m), lcm_path_state(p, i + 1), size));
        run = found;
    }
    lcm_moves_free(&moves);
    lts->close(w);
    return run;
}

#endif
