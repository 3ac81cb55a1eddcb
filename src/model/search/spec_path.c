#include "model/search/spec_path.h"

#include <string.h>

/* A state of the specification after some of the visible steps. */
typedef struct node {
    uint32_t state, done, before;
    lcm_move move; /* that led here */
} node;

typedef struct run {
    lcm_normal *normal;
    LC_VEC(lcm_label) visible;
    LC_VEC(node) nodes; /* breadth-first */
    lc_map64 seen;      /* (state, done) */
    lcm_store store;    /* numbers of its own: the specification's may lack the last ones */
    lcm_moves moves;
    uint32_t *words;
} run;

static bool reach(run *r, const uint32_t *words, uint32_t done, uint32_t before, lcm_move move) {
    uint32_t state = lcm_store_add(&r->store, words);
    if (state == LCM_NOT_STORED) return false;
    uint64_t key = (uint64_t)done << 32 | state;
    if (lc_map64_get(&r->seen, key) != LC_NOT_MAPPED) return true;
    lc_map64_put(&r->seen, key, 0);
    return lc_push(NULL, &r->nodes, (node){state, done, before, move});
}

static bool follow(run *r, uint32_t at) {
    lcm_walker *walker = r->normal->walker;
    const lcm_lts *lts = r->normal->lts;
    node n = r->nodes.at[at];
    lcm_label wanted = n.done < r->visible.count ? r->visible.at[n.done] : LCM_NO_LABEL;
    lcm_moves_clear(&r->moves);
    lts->next(walker, r->words, &r->moves);
    for (uint32_t i = 0; i < r->moves.at.count; i++) {
        lcm_move move = r->moves.at.at[i];
        bool goes = move.label == LCM_TAU || (!lts->after && move.label == wanted);
        if (goes && !reach(r, lcm_moves_state(&r->moves, i), n.done + (move.label != LCM_TAU), at, move)) return false;
    }
    if (!lts->after || wanted == LCM_NO_LABEL) return true;
    lcm_moves_clear(&r->moves);
    lts->after(walker, r->words, wanted, &r->moves);
    for (uint32_t i = 0; i < r->moves.at.count; i++)
        if (!reach(r, lcm_moves_state(&r->moves, i), n.done + 1, at, r->moves.at.at[i])) return false;
    return true;
}

/* Backwards from a node, then turned round. */
static bool write_path(run *r, uint32_t at, lcm_path *path) {
    uint32_t steps = 0;
    for (uint32_t i = at; r->nodes.at[i].before != UINT32_MAX; i = r->nodes.at[i].before) steps++;
    path->words = r->normal->lts->words;
    path->moves.count = path->states.count = 0;
    if (!lc_reserve(NULL, &path->moves, steps + 1) || !lc_reserve(NULL, &path->states, (steps + 1) * path->words))
        return false;
    path->moves.count = steps;
    path->states.count = (steps + 1) * path->words;
    for (uint32_t i = steps + 1; i-- > 0; at = r->nodes.at[at].before) {
        lcm_store_get(&r->store, r->nodes.at[at].state, path->states.at + (size_t)i * path->words);
        if (i > 0) path->moves.at[i - 1] = r->nodes.at[at].move;
    }
    return true;
}

static bool search(run *r, const uint32_t *goal, lcm_path *path) {
    uint32_t words = r->normal->lts->words;
    r->normal->lts->init(r->normal->walker, r->words);
    if (!reach(r, r->words, 0, UINT32_MAX, (lcm_move){0})) return false;
    for (uint32_t at = 0; at < r->nodes.count; at++) {
        lcm_store_get(&r->store, r->nodes.at[at].state, r->words);
        /* It failed in a state from which the last step was to be taken, or after it. */
        bool late = r->nodes.at[at].done + 1 >= r->visible.count;
        if (late && memcmp(r->words, goal, words * sizeof *goal) == 0) return write_path(r, at, path);
        if (!follow(r, at)) return false;
    }
    return false;
}

bool lcm_spec_path(lcm_normal *n, uint32_t state, lcm_path *path) {
    uint32_t words = n->lts->words;
    run r = {.normal = n};
    lcm_moves_init(&r.moves, words, NULL);
    lc_map64_init(&r.seen, NULL);
    uint32_t *goal = lc_allocate(NULL, words * sizeof *goal);
    r.words = lc_allocate(NULL, words * sizeof *r.words);
    bool well = lcm_store_init(&r.store, words, NULL) && goal && r.words;
    for (uint32_t i = 0; well && i < path->moves.count; i++)
        if (path->moves.at[i].label != LCM_TAU) well = lc_push(NULL, &r.visible, path->moves.at[i].label);
    if (well) lcm_store_get(&n->store, state, goal);
    well = well && search(&r, goal, path);
    lc_release(NULL, goal, 0);
    lc_release(NULL, r.words, 0);
    lc_vec_free(NULL, &r.visible);
    lc_vec_free(NULL, &r.nodes);
    lc_map64_free(&r.seen);
    lcm_store_free(&r.store);
    lcm_moves_free(&r.moves);
    return well;
}
