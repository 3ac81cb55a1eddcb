#include "model/search/explored.h"

#include <assert.h>
#include <string.h>

#include "model/search/halt.h"

enum { NOT_YET = UINT32_MAX, ROUNDS_BETWEEN_LOOKS = 1024 };

static uint32_t add_state(lcm_explored *e, const uint32_t *state) {
    uint32_t number = lcm_store_add(&e->states, state);
    if (number == LCM_NOT_STORED || number < e->first.count) return number;
    uint64_t facts = 0;
    bool vague = false;
    for (uint32_t i = 0; i < e->condition_count; i++) {
        if (e->lts->holds(e->walker, state, e->conditions[i])) facts |= (uint64_t)1 << i;
        vague |= e->walker->no_value != NULL;
    }
    if (vague && !lc_push(e->budget, &e->vague, number)) return LCM_NOT_STORED;
    if ((e->condition_count && !lc_push(e->budget, &e->facts, facts)) ||
        (e->with_actors && !lc_push(e->budget, &e->enabled, 0)) || !lc_push(e->budget, &e->count, 0) ||
        !lc_push(e->budget, &e->first, NOT_YET))
        return LCM_NOT_STORED;
    e->figures->states = e->first.count;
    return number;
}

void lcm_explored_init(lcm_explored *e, const lcm_lts *lts, const uint32_t *conditions, uint32_t condition_count,
                       bool with_actors, const lcm_search_limits *limits, lcm_figures *figures) {
    assert(condition_count <= 64);
    *e = (lcm_explored){.lts = lts,
                        .limits = limits,
                        .conditions = conditions,
                        .condition_count = condition_count,
                        .with_actors = with_actors,
                        .broken = UINT32_MAX,
                        .figures = figures};
    lc_budget_init(&e->own, 0);
    e->budget = limits->budget ? limits->budget : &e->own;
    e->meter = lcm_meter_of(limits, e->budget);
    lcm_moves_init(&e->moves, lts->words, e->budget);
    e->walker = lts->open(lts, e->budget);
    e->words = lc_allocate(e->budget, lts->words * sizeof *e->words);
    bool room = lcm_store_init(&e->states, lts->words, e->budget) && e->walker && e->words;
    if (room) lts->init(e->walker, e->words);
    if (!room || add_state(e, e->words) == LCM_NOT_STORED) e->halted = LCM_R_MEMORY;
}

void lcm_explored_free(lcm_explored *e) {
    if (e->walker) e->lts->close(e->walker);
    lcm_moves_free(&e->moves);
    lcm_store_free(&e->states);
    lc_release(e->budget, e->words, e->lts->words * sizeof *e->words);
    lc_vec_free(e->budget, &e->first);
    lc_vec_free(e->budget, &e->count);
    lc_vec_free(e->budget, &e->vague);
    lc_vec_free(e->budget, &e->facts);
    lc_vec_free(e->budget, &e->enabled);
    lc_vec_free(e->budget, &e->steps);
    lc_vec_free(e->budget, &e->actors);
    lc_vec_free(e->budget, &e->labels);
}

bool lcm_explored_goes_on(lcm_explored *e, uint64_t waiting) {
    const lcm_search_limits *l = e->limits;
    bool look = e->rounds++ % ROUNDS_BETWEEN_LOOKS == 0;
    lc_halt halt = lc_meter_read(&e->meter, e->rounds, look);
    if (halt != LC_GO_ON) e->halted = lcm_reason_of(halt);
    if (e->halted || e->broken != UINT32_MAX) return false;
    if (look && l->progress) l->progress(l->progress_context, e->figures, waiting);
    return true;
}

/* The bit of a label. */
static uint64_t bit_of(lcm_explored *e, lcm_label label) {
    enum { LABELS_MAX = 64 };
    uint32_t i = 0;
    while (i < e->labels.count && e->labels.at[i] != label) i++;
    if (i == LABELS_MAX) e->halted = LCM_R_TOO_LARGE;
    else if (i == e->labels.count && !lc_push(e->budget, &e->labels, label)) e->halted = LCM_R_MEMORY;
    return i < LABELS_MAX ? (uint64_t)1 << i : 0;
}

static void find_moves(lcm_explored *e, uint32_t state) {
    lcm_store_get(&e->states, state, e->words);
    lcm_moves_clear(&e->moves);
    e->lts->next(e->walker, e->words, &e->moves);
}

bool lcm_explored_clear(lcm_explored *e, uint32_t state) {
    uint32_t low = 0, high = e->vague.count; /* in order, as the states came */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->vague.at[middle] < state) low = middle + 1;
        else high = middle;
    }
    if (low == e->vague.count || e->vague.at[low] != state) return true;
    e->broken = state;
    lcm_store_get(&e->states, state, e->words);
    for (uint32_t i = 0; i < e->condition_count; i++) {
        (void)e->lts->holds(e->walker, e->words, e->conditions[i]);
        if (e->walker->no_value) e->failure = *e->walker->no_value;
    }
    e->failure.move.label = LCM_NO_LABEL;
    return false;
}

bool lcm_explored_visit(lcm_explored *e, uint32_t state) {
    assert(state < e->first.count);
    if (lcm_explored_visited(e, state)) return true;
    if (!lcm_explored_clear(e, state)) return false;
    uint32_t first = e->steps.count;
    uint64_t enabled = 0;
    find_moves(e, state);
    if (e->moves.failure.failed) {
        e->broken = state;
        e->failure = e->moves.failure;
        return false;
    }
    for (uint32_t i = 0; i < e->moves.at.count; i++) {
        lcm_move move = e->moves.at.at[i];
        if (e->by_event) move.actors = bit_of(e, move.label);
        uint32_t to = add_state(e, lcm_moves_state(&e->moves, i));
        if (to == LCM_NOT_STORED || (e->with_actors && !lc_push(e->budget, &e->actors, move.actors)) ||
            !lc_push(e->budget, &e->steps, (lcm_step){to, move.label})) {
            e->halted = LCM_R_MEMORY;
            return false;
        }
        enabled |= move.actors;
    }
    e->first.at[state] = first;
    e->count.at[state] = e->moves.at.count;
    if (e->with_actors) e->enabled.at[state] = enabled;
    e->figures->transitions = e->steps.count;
    return true;
}

static void add_words(lcm_path *path, const uint32_t *state) {
    if (!lc_reserve(NULL, &path->states, path->states.count + path->words)) return;
    memcpy(path->states.at + path->states.count, state, path->words * sizeof *state);
    path->states.count += path->words;
}

void lcm_explored_begin(lcm_explored *e, lcm_path *path) {
    path->words = e->lts->words;
    path->moves.count = path->states.count = 0;
    path->loop = UINT32_MAX;
    if (e->first.count == 0) return;
    lcm_store_get(&e->states, 0, e->words);
    add_words(path, e->words);
}

void lcm_explored_follow(lcm_explored *e, lcm_path *path, uint32_t state, uint32_t step) {
    find_moves(e, state);
    if (step >= e->moves.at.count) return; /* only when memory is out */
    if (lc_push(NULL, &path->moves, e->moves.at.at[step])) add_words(path, lcm_moves_state(&e->moves, step));
}

void lcm_explored_give_up(const lcm_explored *e, lcm_finding *f) {
    assert(e->halted || e->broken != UINT32_MAX);
    f->answer = e->halted ? LCM_UNDECIDED : LCM_BROKEN;
    f->reason = e->halted;
    if (!e->halted) f->failure = e->failure;
}

void lcm_explored_finish(const lcm_explored *e, lcm_finding *f) {
    f->figures.store_bytes = e->budget->used;
    if (lc_exhausted(e->budget)) f->answer = LCM_UNDECIDED, f->reason = LCM_R_MEMORY;
}
