/* A loop of hidden steps, as near as possible and then as short as possible. */
#include <assert.h>
#include <string.h>

#include "model/divergence/diverge.h"

typedef struct hidden {
    lcm_store store;
    LC_VEC(uint32_t) first;   /* by state: where its successors are */
    LC_VEC(uint32_t) targets; /* by state, in order */
    LC_VEC(uint32_t) queue;
    uint32_t *origin; /* how the last search got to a state; UINT32_MAX: not at all */
    lcm_moves moves;
    uint32_t *words;
} hidden;

/* All that hidden steps lead to, numbered breadth-first from 0. */
static bool explore(hidden *h, lcm_walker *walker, const uint32_t *from) {
    if (lcm_store_add(&h->store, from) == LCM_NOT_STORED) return false;
    for (uint32_t s = 0; s < lcm_store_count(&h->store); s++) {
        if (!lc_push(NULL, &h->first, h->targets.count)) return false;
        lcm_store_get(&h->store, s, h->words);
        lcm_moves_clear(&h->moves);
        walker->lts->next(walker, h->words, &h->moves);
        for (uint32_t i = 0; i < h->moves.at.count; i++) {
            if (h->moves.at.at[i].label != LCM_TAU) continue;
            uint32_t to = lcm_store_add(&h->store, lcm_moves_state(&h->moves, i));
            if (to == LCM_NOT_STORED || !lc_push(NULL, &h->targets, to)) return false;
        }
    }
    return lc_push(NULL, &h->first, h->targets.count);
}

/* Is there a way of at least one step from `from` to `to`?  `origin` has the shortest one. */
static bool find(hidden *h, uint32_t from, uint32_t to) {
    memset(h->origin, 0xff, lcm_store_count(&h->store) * sizeof *h->origin);
    h->queue.count = 0;
    lc_push(NULL, &h->queue, from);
    for (uint32_t q = 0; q < h->queue.count; q++) {
        uint32_t s = h->queue.at[q];
        for (uint32_t i = h->first.at[s]; i < h->first.at[s + 1]; i++) {
            uint32_t t = h->targets.at[i];
            if (h->origin[t] != UINT32_MAX) continue;
            h->origin[t] = s;
            if (t == to) return true;
            if (t != from && !lc_push(NULL, &h->queue, t)) return false;
        }
    }
    return false;
}

static bool append_step(hidden *h, lcm_walker *walker, lcm_path *path, uint32_t from, uint32_t to) {
    lcm_store_get(&h->store, from, h->words);
    lcm_moves_clear(&h->moves);
    walker->lts->next(walker, h->words, &h->moves);
    for (uint32_t i = 0; i < h->moves.at.count; i++) {
        const uint32_t *state = lcm_moves_state(&h->moves, i);
        if (h->moves.at.at[i].label != LCM_TAU || lcm_store_add(&h->store, state) != to) continue;
        if (!lc_push(NULL, &path->moves, h->moves.at.at[i])) return false;
        if (!lc_reserve(NULL, &path->states, path->states.count + path->words)) return false;
        memcpy(path->states.at + path->states.count, state, path->words * sizeof *state);
        path->states.count += path->words;
        return true;
    }
    assert(false);
    return false;
}

static bool append(hidden *h, lcm_walker *walker, lcm_path *path, uint32_t from, uint32_t to) {
    h->queue.count = 0;
    uint32_t at = to;
    do {
        if (!lc_push(NULL, &h->queue, at)) return false;
        at = h->origin[at];
    } while (at != from);
    for (uint32_t q = h->queue.count; q-- > 0;) {
        if (!append_step(h, walker, path, from, h->queue.at[q])) return false;
        from = h->queue.at[q];
    }
    return true;
}

static bool show(hidden *h, lcm_walker *walker, lcm_path *path) {
    if (!explore(h, walker, lcm_path_state(path, path->moves.count))) return false;
    h->origin = lc_allocate(NULL, lcm_store_count(&h->store) * sizeof *h->origin);
    if (!h->origin) return false;
    for (uint32_t s = 0; s < lcm_store_count(&h->store); s++) {
        if (!find(h, s, s)) continue;
        if (s != 0 && !(find(h, 0, s) && append(h, walker, path, 0, s))) return false;
        path->loop = path->moves.count;
        return find(h, s, s) && append(h, walker, path, s, s);
    }
    return false;
}

bool lcm_diverge_show(lcm_walker *walker, lcm_path *path) {
    hidden h = {0};
    lcm_moves_init(&h.moves, path->words, NULL);
    h.words = lc_allocate(NULL, path->words * sizeof *h.words);
    bool shown = lcm_store_init(&h.store, path->words, NULL) && h.words && show(&h, walker, path);
    lc_release(NULL, h.origin, 0);
    lc_release(NULL, h.words, 0);
    lc_vec_free(NULL, &h.first);
    lc_vec_free(NULL, &h.targets);
    lc_vec_free(NULL, &h.queue);
    lcm_moves_free(&h.moves);
    lcm_store_free(&h.store);
    return shown;
}
