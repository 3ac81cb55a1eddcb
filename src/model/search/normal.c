#include "model/search/normal.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/order.h"
#include "model/search/halt.h"

bool lcm_normal_init(lcm_normal *n, const lcm_lts *lts, lcm_semantics semantics, const lcm_search_limits *limits,
                     lc_budget *budget) {
    *n = (lcm_normal){.lts = lts,
                      .semantics = semantics,
                      .meter = lcm_meter_of(limits, budget),
                      .budget = budget,
                      .broken = LCM_NOT_STORED};
    pthread_mutex_init(&n->lock, NULL);
    lcm_moves_init(&n->moves, lts->words, budget);
    lc_map64_init(&n->after_at, budget);
    lc_map64_init(&n->next, budget);
    lcm_sets_init(&n->sets, budget);
    lc_intern_init(&n->acceptances, budget);
    bool stored = lcm_store_init(&n->store, lts->words, budget);
    n->words = lc_allocate(budget, lts->words * sizeof *n->words);
    n->walker = stored && n->words ? lts->open(lts, budget) : NULL;
    return n->walker;
}

void lcm_normal_free(lcm_normal *n) {
    if (n->walker) n->lts->close(n->walker);
    lc_release(n->budget, n->words, n->lts->words * sizeof *n->words);
    lcm_store_free(&n->store);
    lc_vec_free(n->budget, &n->states);
    lc_vec_free(n->budget, &n->edges);
    lc_map64_free(&n->after_at);
    lc_vec_free(n->budget, &n->after_to);
    lc_map64_free(&n->next);
    lcm_sets_free(&n->sets);
    lc_vec_free(n->budget, &n->origins);
    lc_intern_free(&n->acceptances);
    lc_vec_free(n->budget, &n->marks);
    lc_vec_free(n->budget, &n->list);
    lc_vec_free(n->budget, &n->pending);
    lc_vec_free(n->budget, &n->smallest);
    lcm_moves_free(&n->moves);
    pthread_mutex_destroy(&n->lock);
}

/* The number of a state of the specification; LCM_NOT_STORED: out of memory. */
static uint32_t state_number(lcm_normal *n, const uint32_t *words) {
    uint32_t number = lcm_store_add(&n->store, words);
    if (number == LCM_NOT_STORED || number < n->states.count) return number;
    if (!lc_push(n->budget, &n->states, (lcm_spec_state){.acceptance = LC_NOT_INTERNED})) return LCM_NOT_STORED;
    return n->marks.count * 64 > number || lc_push(n->budget, &n->marks, 0) ? number : LCM_NOT_STORED;
}

static bool push_edges(lcm_normal *n, bool hidden) {
    for (uint32_t i = 0; i < n->moves.at.count; i++) {
        lcm_label label = n->moves.at.at[i].label;
        if ((label == LCM_TAU) != hidden) continue;
        /* The targets of visible steps come from `after` where the system has one. */
        uint32_t to = hidden || !n->lts->after ? state_number(n, lcm_moves_state(&n->moves, i)) : 0;
        if (to == LCM_NOT_STORED || !lc_push(n->budget, &n->edges, (lcm_spec_edge){label, to})) return false;
    }
    return true;
}

/* Computes and stores the steps of a state.  False: out of memory, or the model fails there. */
static bool expand(lcm_normal *n, uint32_t state) {
    if (n->states.at[state].expanded) return true;
    lcm_store_get(&n->store, state, n->words);
    lcm_moves_clear(&n->moves);
    n->lts->next(n->walker, n->words, &n->moves);
    if (n->moves.failure.failed) n->broken = state;
    if (n->moves.failure.failed || lc_exhausted(n->budget)) return false;
    uint32_t first = n->edges.count;
    if (!push_edges(n, true)) return false;
    uint32_t taus = n->edges.count - first;
    if (!push_edges(n, false)) return false;
    lcm_spec_state *s = &n->states.at[state];
    s->first = first, s->taus = taus, s->count = n->edges.count - first;
    return s->expanded = true;
}

static bool include(lcm_normal *n, uint32_t state) {
    if (state == LCM_NOT_STORED) return false;
    if (lc_bit(n->marks.at, state)) return true;
    if (!lc_push(n->budget, &n->list, state)) return false;
    lc_set_bit(n->marks.at, state);
    return lc_push(n->budget, &n->pending, state);
}

static bool close_list(lcm_normal *n) {
    for (uint32_t rounds = 0; n->pending.count > 0; rounds++) {
        if (rounds % 1024 == 1023 && lcm_halted(&n->meter)) return false;
        uint32_t state = n->pending.at[--n->pending.count];
        if (!expand(n, state)) return false;
        for (uint32_t i = 0; i < n->states.at[state].taus; i++)
            if (!include(n, n->edges.at[n->states.at[state].first + i].to)) return false;
    }
    return true;
}

static void sort_list(lcm_normal *n) {
    uint32_t count = n->list.count;
    if (count < n->marks.count) {
        qsort(n->list.at, count, sizeof *n->list.at, lc_by_u32);
        return;
    }
    uint32_t filled = 0;
    for (uint32_t w = 0; w < n->marks.count; w++)
        for (uint64_t rest = n->marks.at[w]; rest; rest &= rest - 1) n->list.at[filled++] = w * 64 + lc_lowest(rest);
    assert(filled == count);
}

static void start_list(lcm_normal *n) {
    n->list.count = n->pending.count = 0;
    n->broken = LCM_NOT_STORED;
}

/* The set of the states on the list, closed; the list's marks are gone afterwards. */
static uint32_t finish_list(lcm_normal *n, bool well, lcm_set_origin origin) {
    well = well && close_list(n);
    if (well && n->list.count > 0) sort_list(n);
    for (uint32_t i = 0; i < n->list.count; i++) lc_clear_bit(n->marks.at, n->list.at[i]);
    if (n->broken != LCM_NOT_STORED) n->failure = n->moves.failure;
    if (!well) return LCM_NO_SET;
    if (n->list.count == 0) return LCM_NOTHING;
    bool added;
    if (!lc_reserve(n->budget, &n->origins, n->sets.count + 1)) return LCM_NO_SET;
    uint32_t set = lcm_sets_add(&n->sets, n->list.at, n->list.count, &added);
    if (set == LCM_NO_SET || !added) return set;
    n->origins.at[n->origins.count++] = origin;
    return lcm_normal_complete(n, lcm_sets_get(&n->sets, set)) ? set : LCM_NO_SET;
}

uint32_t lcm_normal_first(lcm_normal *n) {
    pthread_mutex_lock(&n->lock);
    start_list(n);
    n->lts->init(n->walker, n->words);
    uint32_t set = finish_list(n, include(n, state_number(n, n->words)), (lcm_set_origin){0, LCM_TAU});
    pthread_mutex_unlock(&n->lock);
    return set;
}

/* Where `after` leads a state, remembered: an offset into after_to; LC_NOT_MAPPED: out of memory, or it fails. */
static uint32_t asked(lcm_normal *n, uint32_t state, lcm_label label) {
    uint64_t key = (uint64_t)state << 32 | label;
    uint32_t at = lc_map64_get(&n->after_at, key);
    if (at != LC_NOT_MAPPED) return at;
    lcm_store_get(&n->store, state, n->words);
    lcm_moves_clear(&n->moves);
    n->lts->after(n->walker, n->words, label, &n->moves);
    if (n->moves.failure.failed) n->broken = state;
    if (n->moves.failure.failed || lc_exhausted(n->budget)) return LC_NOT_MAPPED;
    at = n->after_to.count;
    if (!lc_push(n->budget, &n->after_to, n->moves.at.count)) return LC_NOT_MAPPED;
    for (uint32_t i = 0; i < n->moves.at.count; i++) {
        uint32_t to = state_number(n, lcm_moves_state(&n->moves, i));
        if (to == LCM_NOT_STORED || !lc_push(n->budget, &n->after_to, to)) return LC_NOT_MAPPED;
    }
    lc_map64_put(&n->after_at, key, at);
    return at;
}

static bool include_asked(lcm_normal *n, uint32_t state, lcm_label label) {
    uint32_t at = asked(n, state, label);
    if (at == LC_NOT_MAPPED) return false;
    for (uint32_t i = 0; i < n->after_to.at[at]; i++)
        if (!include(n, n->after_to.at[at + 1 + i])) return false;
    return true;
}

static bool include_steps(lcm_normal *n, uint32_t state, lcm_label label) {
    if (n->lts->after) return include_asked(n, state, label);
    const lcm_spec_state *s = &n->states.at[state];
    assert(s->expanded);
    for (uint32_t i = s->taus; i < s->count; i++)
        if (n->edges.at[s->first + i].label == label && !include(n, n->edges.at[s->first + i].to)) return false;
    return true;
}

static bool include_turned(lcm_normal *n, uint32_t state, uint32_t turn) {
    lcm_store_get(&n->store, state, n->words);
    n->lts->turn(n->walker, n->words, turn, n->words);
    return include(n, state_number(n, n->words));
}

static uint32_t make_after(lcm_normal *n, uint32_t set, lcm_label label) {
    const lcm_set *from = lcm_sets_get(&n->sets, set);
    start_list(n);
    bool well = true;
    for (uint32_t at = 0, state; well && lcm_set_each(from, &at, &state);)
        well = label & LCM_TURN ? include_turned(n, state, label & ~LCM_TURN) : include_steps(n, state, label);
    return finish_list(n, well, (lcm_set_origin){set, label});
}

uint32_t lcm_normal_after(lcm_normal *n, uint32_t set, lcm_label label) {
    uint64_t key = (uint64_t)set << 32 | label;
    pthread_mutex_lock(&n->lock);
    uint32_t to = lc_map64_get(&n->next, key);
    if (to == LC_NOT_MAPPED) {
        to = make_after(n, set, label);
        if (to != LCM_NO_SET) lc_map64_put(&n->next, key, to);
    }
    pthread_mutex_unlock(&n->lock);
    return to;
}

void lcm_normal_labels(lcm_normal *n, uint32_t set, lcm_label_list *out, lc_budget *budget) {
    pthread_mutex_lock(&n->lock);
    for (uint32_t at = 0, state; lcm_set_each(lcm_sets_get(&n->sets, set), &at, &state);) {
        const lcm_spec_state *s = &n->states.at[state];
        for (uint32_t i = s->taus; i < s->count; i++) lc_push(budget, out, n->edges.at[s->first + i].label);
    }
    pthread_mutex_unlock(&n->lock);
}
