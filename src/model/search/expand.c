/* The first half of a round: computes the successors of a batch of pairs, and whether one of them ends the search. */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/search/halt.h"
#include "model/wire/wire.h"

bool lcm_spot_before(const lcm_spot *a, const lcm_spot *b) {
    if (!a->found || !b->found) return a->found;
    if (a->rank != b->rank) return a->rank < b->rank;
    if (a->cost != b->cost) return a->cost < b->cost;
    if (a->shard != b->shard) return a->shard < b->shard;
    if (a->index != b->index) return a->index < b->index;
    return a->move < b->move;
}

static void note(lcm_worker *w, lcm_spot spot, uint32_t shard, uint32_t index, uint32_t set) {
    spot.found = true;
    spot.shard = shard, spot.index = index, spot.set = set;
    if (lcm_spot_before(&spot, &w->spot)) w->spot = spot;
}

static uint32_t remembered_after(lcm_search *s, lcm_worker *w, uint32_t set, lcm_label label) {
    lcm_answered *place = &w->after[lc_mix(set, label) & (w->after_count - 1)];
    if (place->set == set && place->label == label) return place->to;
    uint32_t to = lcm_normal_after(&s->normal, set, label);
    if (to != LCM_NO_SET) *place = (lcm_answered){set, label, to};
    return to;
}

uint32_t lcm_search_follow(lcm_search *s, lcm_worker *w, uint32_t set, const lcm_move *move) {
    if (!s->specified) return move->label == LCM_TICK ? LCM_ENDED : LCM_GOING_ON;
    if (move->label != LCM_TAU) set = remembered_after(s, w, set, move->label);
    if (!move->turn || !s->normal.lts->turn || set == LCM_NO_SET || set == LCM_NOTHING) return set;
    return remembered_after(s, w, set, LCM_TURN | (lcm_label)move->turn);
}

static int by_label(const void *a, const void *b) {
    lcm_label x = *(const lcm_label *)a, y = *(const lcm_label *)b;
    return LC_ORDER(x, y);
}

/* The visible labels of w->moves, sorted. */
static void collect_offered(lcm_worker *w) {
    w->offered.count = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->moves.at.count; i++)
        if (w->moves.at.at[i].label != LCM_TAU) lc_push(w->search->budget, &w->offered, w->moves.at.at[i].label);
    if (w->offered.count > 1) qsort(w->offered.at, w->offered.count, sizeof *w->offered.at, by_label);
    for (uint32_t i = 0; i < w->offered.count; i++)
        if (i == 0 || w->offered.at[i] != w->offered.at[i - 1]) w->offered.at[kept++] = w->offered.at[i];
    w->offered.count = kept;
}

static bool stable(const lcm_moves *moves) {
    for (uint32_t i = 0; i < moves->at.count; i++)
        if (moves->at.at[i].label == LCM_TAU) return false;
    return true;
}

/* The reason for which the state itself, whose steps are known, ends the search. */
static lcm_reason judge(lcm_search *s, lcm_worker *w, uint32_t set) {
    bool nothing = w->moves.at.count == 0;
    switch (s->goal) {
    case LCM_GOAL_REACH: break;
    case LCM_GOAL_DEADLOCK: return nothing && set != LCM_ENDED ? LCM_R_DEADLOCK : LCM_R_NONE;
    case LCM_GOAL_TERMINATION: return !nothing ? LCM_R_NONE : set == LCM_ENDED ? LCM_R_TERMINATION : LCM_R_DEADLOCK;
    case LCM_GOAL_REFINES:
        if (s->semantics == LCM_TRACES) break;
        if (!stable(&w->moves)) {
            bool endless = s->semantics == LCM_FAILURES_DIVERGENCES && lcm_diverges(&w->diverge, w->walker, w->values);
            return endless ? LCM_R_DIVERGENCE : LCM_R_NONE;
        }
        collect_offered(w);
        if (lcm_set_accepts(lcm_sets_get(&s->normal.sets, set), w->offered.at, w->offered.count)) break;
        return LCM_R_REFUSAL;
    }
    return LCM_R_NONE;
}

/* The owner of the shard folds the state. */
static void find_elsewhere(lcm_worker *w, const uint32_t *state, lcm_candidate candidate, uint32_t shard) {
    lcm_search *s = w->search;
    uint32_t words = s->lts->words;
    candidate.key = w->words.count;
    if (!lc_reserve(s->budget, &w->words, (uint64_t)w->words.count + words)) return;
    memcpy(w->words.at + w->words.count, state, words * sizeof *state);
    w->words.count += words;
    if (lc_push(s->budget, &w->shards, (uint8_t)shard)) lc_push(s->budget, &w->found, candidate);
}

static void find(lcm_worker *w, const uint32_t *state, uint32_t set, uint32_t origin) {
    lcm_search *s = w->search;
    uint64_t key;
    uint32_t shard = lcm_shard_of(state, s->lts->words);
    if (!lcm_owns(s, shard)) {
        find_elsewhere(w, state, (lcm_candidate){0, set, origin}, shard);
        return;
    }
    memcpy(w->next_values, state, s->lts->words * sizeof *state);
    if (!lcm_tree_fold(s->tree, w->next_values, w->values, &w->memo, &key)) {
        lcm_search_lost(s);
        return;
    }
    w->widest_left |= (uint32_t)(key >> 32);
    w->widest_right |= (uint32_t)key;
    if (!lc_push(s->budget, &w->shards, (uint8_t)shard)) return;
    lc_push(s->budget, &w->found, (lcm_candidate){key, set, origin});
}

static void follow_steps(lcm_worker *w, uint32_t shard, uint32_t index, uint32_t set) {
    lcm_search *s = w->search;
    for (uint32_t i = 0; i < w->moves.at.count; i++) {
        uint32_t to = lcm_search_follow(s, w, set, &w->moves.at.at[i]);
        if (to == LCM_NO_SET) {
            if (lcm_halted(&s->meter)) return;
            note(w,
                 (lcm_spot){.rank = s->normal.lts->forgive ? LCM_SPOT_MISUSED : LCM_SPOT_BROKEN,
                            .answer = LCM_BROKEN,
                            .by_specification = true,
                            .move = i},
                 shard, index, set);
        } else if (to == LCM_NOTHING) {
            note(w, (lcm_spot){.rank = LCM_SPOT_IN_STEP, .answer = LCM_FAILS, .reason = LCM_R_TRACE, .move = i}, shard,
                 index, set);
        } else if (s->semantics != LCM_FAILURES_DIVERGENCES || !lcm_sets_get(&s->normal.sets, to)->diverges) {
            /* Where the specification diverges it allows everything. */
            find(w, lcm_moves_state(&w->moves, i), to, index - s->shards[shard].from);
        }
    }
}

static void look_for_goal(lcm_worker *w, uint32_t shard, uint32_t index, uint32_t set) {
    lcm_search *s = w->search;
    lcm_spot spot = {
        .rank = s->best == LCM_ANY ? LCM_SPOT_IN_STATE : LCM_SPOT_SO_FAR, .answer = LCM_HOLDS, .reason = LCM_R_REACHED};
    bool holds = s->lts->holds(w->walker, w->values, s->condition);
    if (holds && s->best != LCM_ANY) spot.cost = lcm_cost_of(s, s->lts->value(w->walker, w->values, LCM_VALUE));
    if (w->walker->no_value) spot = (lcm_spot){.rank = LCM_SPOT_BROKEN, .answer = LCM_BROKEN};
    else if (!holds) return;
    note(w, spot, shard, index, set);
}

static void expand_pair(lcm_worker *w, uint32_t shard, uint32_t index) {
    lcm_search *s = w->search;
    lcm_record pair = lcm_table_get(&s->shards[shard].table, index);
    uint32_t set = pair.number >> 1;
    if (set == 0) return;
    lcm_tree_unfold(s->tree, pair.key, w->values);
    if (s->goal == LCM_GOAL_REACH) look_for_goal(w, shard, index, set);
    lcm_moves_clear(&w->moves);
    s->lts->next(w->walker, w->values, &w->moves);
    w->transitions += w->moves.at.count;
    if (lc_exhausted(s->budget)) return; /* steps may be missing */
    if (w->moves.failure.failed) {
        note(w, (lcm_spot){.rank = LCM_SPOT_BROKEN, .answer = LCM_BROKEN}, shard, index, set);
    } else {
        lcm_reason reason = judge(s, w, set);
        if (lc_exhausted(s->budget)) return;
        if (reason != LCM_R_NONE)
            note(w, (lcm_spot){.rank = LCM_SPOT_IN_STATE, .answer = LCM_FAILS, .reason = reason}, shard, index, set);
    }
    if (!s->only_look) follow_steps(w, shard, index, set);
}

void lcm_search_sort_out(lcm_worker *w, lcm_outbox *out) {
    uint32_t *end = out->for_shard + 1;
    memset(out->for_shard, 0, sizeof out->for_shard);
    if (!lc_reserve(w->search->budget, &out->at, w->found.count)) return;
    out->at.count = w->found.count;
    for (uint32_t i = 0; i < w->found.count; i++) end[w->shards.at[i]]++;
    for (uint32_t d = 0, sum = 0; d < LCM_SHARDS; d++) {
        uint32_t count = end[d];
        end[d] = sum; /* grows to where it ends */
        sum += count;
    }
    for (uint32_t i = 0; i < w->found.count; i++) out->at.at[end[w->shards.at[i]]++] = w->found.at[i];
}

void lcm_search_expand(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    lcm_shard *here = &s->shards[shard];
    if (here->from == here->to && here->outbox.at.count == 0) return;
    w->found.count = w->shards.count = w->words.count = 0;
    lcm_tree_enter(s->tree);
    for (uint32_t i = here->from; i < here->to; i++) {
        if (i % 64 == 0 && (atomic_load_explicit(&s->halted, memory_order_relaxed) || lcm_halted(&s->meter))) {
            atomic_store_explicit(&s->halted, true, memory_order_relaxed);
            break;
        }
        expand_pair(w, shard, i);
    }
    lcm_tree_leave(s->tree);
    lcm_search_sort_out(w, &here->outbox);
    if (s->ranks) lcm_wire_write(w, shard);
}
