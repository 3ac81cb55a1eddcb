/* The tree that states are folded in gets a better shape, once there are enough of them to know one.
 *
 * When it is done depends on how many pairs there are, and which states are looked at on their order: not on threads.
 */
#include <assert.h>

#include "model/search.h"
#include "model/shape.h"

enum { FIRST_TIME = 1 << 14, AGAIN_AFTER = 3, MOST_SAMPLED = 1 << 13, LEAST_SAMPLED = 1 << 10, EFFORT = 1 << 22 };

static uint64_t count_pairs(const lcm_search *s) {
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) pairs += s->shards[i].table.count;
    return pairs;
}

/* Not more work than the search has had so far. */
static uint32_t sample_size(uint32_t words, uint64_t pairs) {
    uint64_t size = EFFORT / (words * words);
    if (size > pairs / 16) size = pairs / 16;
    return size > MOST_SAMPLED ? MOST_SAMPLED : size < LEAST_SAMPLED ? LEAST_SAMPLED : (uint32_t)size;
}

/* Every so many-th pair of each shard. */
static uint32_t take_sample(lcm_search *s, uint32_t *states, uint32_t wanted, uint64_t pairs) {
    uint32_t taken = 0, *values = s->workers[0].values;
    uint64_t stride = pairs / wanted + 1, skip = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        const lcm_table *t = &s->shards[i].table;
        for (; skip < t->count && taken < wanted; skip += stride) {
            lcm_tree_unfold(s->tree, lcm_table_get(t, (uint32_t)skip).key, values);
            memcpy(states + (size_t)taken++ * s->lts->words, values, s->lts->words * sizeof *states);
        }
        skip -= skip < t->count ? 0 : t->count;
    }
    return taken;
}

/* A better plan, if there is one. */
static bool find_plan(lcm_search *s, lcm_tree_node *plan, uint64_t pairs) {
    uint32_t words = s->lts->words, wanted = sample_size(words, pairs);
    size_t size = (size_t)wanted * words * sizeof(uint32_t);
    if (!lcm_search_has_room(s, size + lcm_shape_bytes(words, wanted) + lcm_tree_bytes(s->tree) + (1 << 20)))
        return false;
    uint32_t *states = lc_allocate(s->budget, size);
    if (!states) return false;
    lcm_sample sample = {states, words, take_sample(s, states, wanted, pairs)};
    double cost, before;
    bool found = lcm_shape(sample, plan, &cost, &before, s->budget) && cost < 0.875 * before;
    lc_release(s->budget, states, size);
    return found;
}

static uint64_t refold(lcm_worker *w, uint64_t key) {
    lcm_search *s = w->search;
    lcm_tree_unfold(s->old_tree, key, w->values);
    if (!lcm_tree_fold(s->tree, w->values, NULL, &w->memo, &key)) lcm_search_lost(s);
    return key;
}

/* First all nodes are made, so that the width of keys is known; then the keys are replaced. */
static void make_nodes(lcm_worker *w, uint32_t shard) {
    const lcm_table *t = &w->search->shards[shard].table;
    lcm_tree_enter(w->search->tree);
    for (uint32_t i = 0; i < t->count && !lc_exhausted(w->search->budget); i++) {
        uint64_t key = refold(w, lcm_table_get(t, i).key);
        w->widest_left |= (uint32_t)(key >> 32);
        w->widest_right |= (uint32_t)key;
    }
    lcm_tree_leave(w->search->tree);
}

static uint64_t new_key(void *context, uint64_t key) { return refold(context, key); }

static void replace_keys(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    lcm_tree_enter(s->tree);
    if (!lcm_table_replace(&s->shards[shard].table, s->widths, new_key, w)) lcm_search_lost(s);
    lcm_tree_leave(s->tree);
}

/* Out of memory on the way: the search is over, and what the keys mean does not matter any more. */
static void use_plan(lcm_search *s, const lcm_tree_node *plan) {
    s->old_tree = s->tree;
    s->tree = s->tree == &s->trees[0] ? &s->trees[1] : &s->trees[0];
    if (lcm_tree_init(s->tree, s->lts->words, s->budget)) {
        memcpy(s->tree->plan, plan, (s->lts->words - 1) * sizeof *plan);
        for (uint32_t i = 0; i < s->worker_count; i++) {
            s->workers[i].widest_left = s->workers[i].widest_right = 0;
            memset(&s->workers[i].memo, 0, sizeof s->workers[i].memo);
        }
        lcm_pool_run(s, make_nodes, false);
        lcm_search_give_widths(s);
        if (!lc_exhausted(s->budget)) lcm_pool_run(s, replace_keys, false);
    }
    lcm_tree_free(s->old_tree);
    s->old_tree = NULL;
}

void lcm_search_reshape(lcm_search *s) {
    uint64_t pairs = count_pairs(s);
    if (s->reshape_at == 0) s->reshape_at = FIRST_TIME;
    if (s->lts->words < 3 || pairs < s->reshape_at) return;
    s->reshape_at = pairs * AGAIN_AFTER;
    size_t size = (s->lts->words - 1) * sizeof(lcm_tree_node);
    lcm_tree_node *plan = lc_allocate(s->budget, size);
    if (!plan) return;
    memcpy(plan, s->tree->plan, size);
    if (find_plan(s, plan, pairs)) use_plan(s, plan);
    lc_release(s->budget, plan, size);
}
