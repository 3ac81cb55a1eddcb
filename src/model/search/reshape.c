/* The tree that states are folded in gets a better shape, once there are enough states to choose one: words that go
 * together meet early (shape.h), and a word at the root that has few values is numbered.
 *
 * When it is done depends on how many pairs there are, and which states are looked at on their order: not on threads.
 */

#include "model/search/search.h"
#include "model/search/shape.h"

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

/* The plan in use, as if no word was numbered: words - 1 nodes. */
static void copy_plan(const lcm_tree *t, lcm_tree_node *plan) {
    uint32_t bare = t->words - 1, numbered = t->words + bare - 1; /* from there on values are numbered words */
    memcpy(plan, t->plan, (bare - 1) * sizeof *plan);
    lcm_tree_node root = t->plan[t->inner];
    plan[bare - 1].left = root.left < numbered ? root.left : t->plan[root.left - t->words].left;
    plan[bare - 1].right = root.right < numbered ? root.right : t->plan[root.right - t->words].right;
}

/* A better plan, if there is one. */
static bool find_plan(lcm_search *s, lcm_tree_node *plan, uint64_t pairs) {
    uint32_t words = s->lts->words, wanted = sample_size(words, pairs);
    size_t size = (size_t)wanted * words * sizeof(uint32_t);
    if (!lcm_search_has_room(s, size + lcm_shape_bytes(words, wanted) + lcm_tree_bytes(s->tree) + (1 << 20)))
        return false;
    uint32_t *states = lc_allocate(s->budget, size);
    if (!states) return false;
    copy_plan(s->tree, plan);
    lcm_sample sample = {states, words, take_sample(s, states, wanted, pairs)};
    double cost, before;
    bool found = lcm_shape(sample, plan, &cost, &before, s->budget) && cost < 0.875 * before;
    lc_release(s->budget, states, size);
    return found;
}

/* The memory of a numbered word: a pair with its slot, and room that is not used yet. */
enum { BYTES_A_NUMBER = 10 };

/* Is it worth while to number a word of which there are so many, instead of keeping its bits in all keys?  Not for a
 * little, for all keys must be made anew. */
static bool worth_numbering(uint64_t different, uint32_t bits, uint64_t pairs, uint64_t least_bits) {
    return 8 * BYTES_A_NUMBER * different + pairs * (lcm_bits((uint32_t)different) + least_bits) < pairs * bits;
}

/* A word of a state. */
static uint32_t word_of(const lcm_search *s, uint64_t key, uint32_t word, uint32_t *values) {
    lcm_tree_node root = s->tree->plan[s->tree->inner];
    if (root.left == word) return (uint32_t)(key >> 32);
    if (root.right == word) return (uint32_t)key;
    lcm_tree_unfold(s->tree, key, values);
    return values[word];
}

/* Looks at all states.  Values whose hashes fall together count once; where that matters there are too many anyway. */
static bool should_number(lcm_search *s, uint32_t word, uint64_t pairs) {
    size_t size = 64;
    while (size * 2 < pairs) size *= 2;
    uint8_t *seen = lcm_search_has_room(s, size + lcm_tree_bytes(s->tree)) ? lc_allocate(s->budget, size) : NULL;
    if (!seen) return false;
    memset(seen, 0, size);
    uint32_t different = 0, all = 0;
    for (uint32_t i = 0; i < LCM_SHARDS; i++)
        for (uint32_t n = 0; n < s->shards[i].table.count; n++) {
            uint32_t value = word_of(s, lcm_table_get(&s->shards[i].table, n).key, word, s->workers[0].values);
            uint64_t place = lc_mix(value, 3) & (size * 8 - 1);
            different += !(seen[place / 8] >> place % 8 & 1);
            seen[place / 8] |= (uint8_t)(1 << place % 8);
            all |= value;
        }
    lc_release(s->budget, seen, size);
    return worth_numbering(different, lcm_bits(all), pairs, 4);
}

/* Whether a child of the root is to be numbered.  Such as are, and remain at the root, are kept unless it was a
 * mistake: so no plan is changed to and fro. */
static bool is_to_be_numbered(lcm_search *s, uint32_t child, uint64_t pairs) {
    const lcm_tree *t = s->tree;
    if (child >= t->words) return false;
    for (uint32_t i = t->words - 2; i < t->inner; i++)
        if (t->plan[i].left == child) return worth_numbering(lcm_tree_count(t, t->words + i), 32, pairs, 2);
    return should_number(s, child, pairs);
}

/* Adds nodes to a plan that has none for words alone; how many it has then. */
static uint32_t number_words(lcm_search *s, lcm_tree_node *plan, uint64_t pairs) {
    uint32_t words = s->lts->words, nodes = words - 1;
    lcm_tree_node root = plan[nodes - 1];
    bool left = is_to_be_numbered(s, root.left, pairs), right = is_to_be_numbered(s, root.right, pairs);
    if (left) {
        plan[nodes - 1] = (lcm_tree_node){root.left, root.left};
        root.left = words + nodes++ - 1;
    }
    if (right) {
        plan[nodes - 1] = (lcm_tree_node){root.right, root.right};
        root.right = words + nodes++ - 1;
    }
    plan[nodes - 1] = root;
    return nodes;
}

static uint64_t refold(lcm_worker *w, uint64_t key) {
    lcm_search *s = w->search;
    bool well;
    if (s->same_nodes) {
        well = lcm_tree_translate(s->old_tree, s->tree, &w->memo, &key);
    } else {
        lcm_tree_unfold(s->old_tree, key, w->values);
        well = lcm_tree_fold(s->tree, w->values, NULL, &w->memo, &key);
    }
    if (!well) lcm_search_lost(s);
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

/* Out of memory on the way: the search is over, and the meaning of the keys does not matter any more. */
static void use_plan(lcm_search *s, const lcm_tree_node *plan, uint32_t nodes) {
    s->old_tree = s->tree;
    s->tree = s->tree == &s->trees[0] ? &s->trees[1] : &s->trees[0];
    if (lcm_tree_init(s->tree, s->lts->words, plan, nodes, lcm_search_threads(s), s->budget)) {
        for (uint32_t i = 0; i < s->worker_count; i++) {
            s->workers[i].widest_left = s->workers[i].widest_right = 0;
            memset(&s->workers[i].memo, 0, sizeof s->workers[i].memo);
        }
        if (s->same_nodes) lcm_tree_take_over(s->old_tree, s->tree);
        lcm_pool_run(s, make_nodes, false);
        lcm_search_give_widths(s);
        if (!lc_exhausted(s->budget)) lcm_pool_run(s, replace_keys, false);
    }
    lcm_tree_free(s->old_tree);
    s->old_tree = NULL;
}

void lcm_search_reshape(lcm_search *s) {
    uint64_t pairs = count_pairs(s);
    uint32_t words = s->lts->words;
    if (s->reshape_at == 0) s->reshape_at = FIRST_TIME;
    if (words < 2 || pairs < s->reshape_at) return;
    s->reshape_at = pairs * AGAIN_AFTER;
    size_t size = lcm_tree_most_nodes(words) * sizeof(lcm_tree_node);
    lcm_tree_node *plan = lc_allocate(s->budget, size);
    if (!plan) return;
    s->same_nodes = words == 2 || !find_plan(s, plan, pairs);
    if (s->same_nodes) copy_plan(s->tree, plan);
    uint32_t nodes = number_words(s, plan, pairs);
    bool same = nodes == s->tree->inner + 1 && memcmp(plan, s->tree->plan, nodes * sizeof *plan) == 0;
    if (!same) use_plan(s, plan, nodes);
    lc_release(s->budget, plan, size);
}
