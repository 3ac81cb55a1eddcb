/* A run of which each step is chosen: see view.h. */
#include <stdlib.h>
#include <string.h>

#include "verifier/view.h"

static void push_state(lcv_walk *w, const uint32_t *state) {
    uint32_t words = w->view->lts->words;
    if (!lc_reserve(NULL, &w->states, w->states.count + words)) {
        w->failed = true;
        return;
    }
    memcpy(w->states.at + w->states.count, state, words * sizeof *state);
    w->states.count += words;
}

static void look(lcv_walk *w) {
    lcm_moves_clear(&w->moves);
    w->view->lts->next(w->view->walker, lcv_walk_end(w), &w->moves);
}

static void take(lcv_walk *w, uint32_t choice) {
    lcm_move move = w->moves.at.at[choice];
    push_state(w, lcm_moves_state(&w->moves, choice));
    if (w->failed || !lc_push(NULL, &w->chosen, choice) || !lc_push(NULL, &w->taken, move)) w->failed = true;
}

static void begin(lcv_walk *w) {
    const lcm_lts *lts = w->view->lts;
    w->states.count = w->taken.count = w->chosen.count = 0;
    lcm_moves_free(&w->moves);
    lcm_moves_init(&w->moves, lts->words, NULL);
    if (!lc_reserve(NULL, &w->states, lts->words)) {
        w->failed = true;
        return;
    }
    lts->init(w->view->walker, w->states.at);
    w->states.count = lts->words;
}

/* The steps of the current state; where states become wider, the run is done again. */
static void look_around(lcv_walk *w) {
    look(w);
    while (!w->failed && lcv_view_widen(w->view, &w->moves.failure)) {
        uint32_t done = w->chosen.count;
        uint32_t *again = malloc((done ? done : 1) * sizeof *again);
        if (!again || !lcv_view_open(w->view)) {
            w->failed = true;
            free(again);
            return;
        }
        if (done) memcpy(again, w->chosen.at, done * sizeof *again);
        begin(w);
        look(w);
        for (uint32_t i = 0; i < done && !w->failed && again[i] < w->moves.at.count; i++) {
            take(w, again[i]);
            look(w);
        }
        free(again);
    }
}

void lcv_walk_begin(lcv_walk *w, lcv_view *view) {
    *w = (lcv_walk){.view = view};
    begin(w);
    if (!w->failed) look_around(w);
}

void lcv_walk_step(lcv_walk *w, uint32_t choice) {
    take(w, choice);
    if (!w->failed) look_around(w);
}

void lcv_walk_back(lcv_walk *w, unsigned long steps) {
    uint32_t back = steps < w->taken.count ? (uint32_t)steps : w->taken.count;
    w->taken.count -= back;
    w->chosen.count -= back;
    w->states.count -= back * w->view->lts->words;
    look_around(w);
}

void lcv_walk_free(lcv_walk *w) {
    lcm_moves_free(&w->moves);
    lc_vec_free(NULL, &w->chosen);
    lc_vec_free(NULL, &w->taken);
    lc_vec_free(NULL, &w->states);
}
