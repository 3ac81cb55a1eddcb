#include "model/replay.h"

#include <string.h>

#include "model/walk.h"

static bool same_move(const lcm_move *a, const lcm_move *b) {
    return a->label == b->label && a->action == b->action && a->actors == b->actors;
}

/* The only state that a step leads to; NULL: there is none, or there are several. */
static const uint32_t *only_target(const lcm_moves *moves, const lcm_move *move) {
    const uint32_t *found = NULL;
    for (uint32_t i = 0; i < moves->at.count; i++) {
        const uint32_t *state = lcm_moves_state(moves, i);
        if (!same_move(&moves->at.at[i], move)) continue;
        if (found && memcmp(found, state, moves->words * sizeof *state) != 0) return NULL;
        found = state;
    }
    return found;
}

static bool replay(lcm_system_walker *w, const lcm_path *path, lcm_path *again, lcm_moves *moves) {
    const lcm_lts *lts = w->base.lts;
    uint32_t words = lts->words, count = path->moves.count;
    if (!lc_reserve(NULL, &again->states, (count + 1) * words)) return false;
    lts->init(&w->base, again->states.at);
    for (uint32_t i = 0; i < count; i++) {
        lcm_moves_clear(moves);
        lts->next(&w->base, lcm_path_state(again, i), moves);
        const uint32_t *to = only_target(moves, &path->moves.at[i]);
        if (!to) return false;
        memcpy(again->states.at + (size_t)(i + 1) * words, to, words * sizeof *to);
    }
    again->states.count = (count + 1) * words;
    return path->loop == UINT32_MAX ||
           !memcmp(lcm_path_state(again, path->loop), lcm_path_state(again, count), words * sizeof(uint32_t));
}

bool lcm_replay(lcm_system *system, lcm_path *path) {
    const lcm_lts *lts = lcm_system_lts(system);
    lcm_walker *walker = lts->open(lts, NULL);
    if (!walker) return false;
    lcm_system_walker *w = (lcm_system_walker *)(void *)walker;
    lcm_path again = {.words = path->words};
    lcm_moves moves;
    lcm_system_look_fully(system); /* no step of the path may be missing */
    w->keeps_dead = true;
    lcm_moves_init(&moves, lts->words, NULL);
    bool good = path->words == lts->words && replay(w, path, &again, &moves);
    if (good) {
        uint32_t *at = path->states.at, room = path->states.room;
        path->states.at = again.states.at, path->states.room = again.states.room;
        path->states.count = again.states.count;
        again.states.at = at, again.states.room = room;
    }
    lc_vec_free(NULL, &again.states);
    lcm_moves_free(&moves);
    lts->close(walker);
    return good;
}
