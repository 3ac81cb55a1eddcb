#include "model/run/replay.h"

#include <string.h>

#include "model/run/walk.h"

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

/* The same step from where the new run stands. */
static bool take(lcm_system_walker *w, lcm_move move, lcm_path *again, lcm_moves *moves) {
    const lcm_lts *lts = w->base.lts;
    uint32_t words = lts->words, at = again->moves.count;
    lcm_moves_clear(moves);
    lts->next(&w->base, lcm_path_state(again, at), moves);
    const uint32_t *to = only_target(moves, &move);
    if (!to || !lc_reserve(NULL, &again->states, (at + 2) * words) || !lc_push(NULL, &again->moves, move)) return false;
    memcpy(again->states.at + (size_t)(at + 1) * words, to, words * sizeof *to);
    again->states.count = (at + 2) * words;
    return true;
}

static bool same_state(const lcm_path *p, uint32_t i, uint32_t k) {
    return !memcmp(lcm_path_state(p, i), lcm_path_state(p, k), p->words * sizeof(uint32_t));
}

/* The search resets dead variables.  Without resets the first round of a loop may begin with an old value in such a
 * variable, and the second round with the value that the first has left there.  Then the loop is the first stretch of
 * its length, in two rounds, that comes back to the state in which it began. */
static bool close_loop(lcm_system_walker *w, lcm_path *again, lcm_moves *moves) {
    uint32_t count = again->moves.count, length = count - again->loop;
    if (same_state(again, again->loop, count)) return true;
    for (uint32_t i = 0; i < length; i++) {
        if (!take(w, again->moves.at[again->loop + i], again, moves)) return false;
        if (!same_state(again, again->loop + i + 1, count + i + 1)) continue;
        again->loop += i + 1;
        return true;
    }
    return false;
}

static bool replay(lcm_system_walker *w, const lcm_path *path, lcm_path *again, lcm_moves *moves) {
    const lcm_lts *lts = w->base.lts;
    if (!lc_reserve(NULL, &again->states, lts->words)) return false;
    lts->init(&w->base, again->states.at);
    again->states.count = lts->words;
    for (uint32_t i = 0; i < path->moves.count; i++)
        if (!take(w, path->moves.at[i], again, moves)) return false;
    return path->loop == UINT32_MAX || close_loop(w, again, moves);
}

bool lcm_replay(lcm_system *system, lcm_path *path) {
    const lcm_lts *lts = lcm_system_lts(system);
    lcm_walker *walker = lts->open(lts, NULL);
    if (!walker) return false;
    lcm_system_walker *w = (lcm_system_walker *)(void *)walker;
    lcm_path again = {.words = path->words, .loop = path->loop};
    lcm_moves moves;
    lcm_system_look_fully(system); /* no step of the path may be missing */
    w->keeps_dead = true;
    lcm_moves_init(&moves, lts->words, NULL);
    bool good = path->words == lts->words && replay(w, path, &again, &moves);
    if (good) {
        lcm_path old = *path;
        *path = again;
        again = old;
    }
    lc_vec_free(NULL, &again.states);
    lc_vec_free(NULL, &again.moves);
    lcm_moves_free(&moves);
    lts->close(walker);
    return good;
}
