#include "model/search/shape.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

/* Values stand for the joint values of words: equal digests, equal values. */
typedef struct work {
    lcm_sample sample;
    uint64_t *digests; /* by value (a word or a node) and state */
    uint64_t *seen;    /* a hash table to count with */
    uint32_t seen_count;
    uint8_t *times; /* how often each was seen; three times and more are the same */
    float *joint;   /* by two values: how many different ones together */
} work;

static uint32_t value_count(lcm_sample s) { return 2 * s.words - 1; }
static uint32_t seen_size(uint32_t count) {
    uint32_t size = 64;
    while (size < 2 * count) size *= 2;
    return size;
}

size_t lcm_shape_bytes(uint32_t words, uint32_t count) {
    size_t values = 2 * (size_t)words - 1;
    return values * count * sizeof(uint64_t) + seen_size(count) * (sizeof(uint64_t) + 1) +
           values * values * sizeof(float);
}

static uint64_t *digests_of(const work *w, uint32_t value) { return w->digests + (size_t)value * w->sample.count; }
static uint64_t together(uint64_t a, uint64_t b) { return lc_mix(a, lc_mix(b, 1)) | 1; }

/* How many different values two have together in all states.  The sample shows too few of them where there are many, so
 * those not seen are estimated from those seen once and twice (Chao 1984); else all choices would have equal costs just
 * where they matter most. */
static double count_together(work *w, uint32_t left, uint32_t right) {
    const uint64_t *a = digests_of(w, left), *b = digests_of(w, right);
    uint32_t different = 0, once = 0, twice = 0, mask = w->seen_count - 1;
    memset(w->seen, 0, w->seen_count * sizeof *w->seen);
    memset(w->times, 0, w->seen_count);
    for (uint32_t i = 0; i < w->sample.count; i++) {
        uint64_t digest = together(a[i], b[i]);
        uint32_t at = (uint32_t)(digest >> 32) & mask;
        while (w->seen[at] && w->seen[at] != digest) at = (at + 1) & mask;
        w->seen[at] = digest;
        if (w->times[at] < 3) w->times[at]++;
        different += w->times[at] == 1;
    }
    for (uint32_t at = 0; at <= mask; at++) once += w->times[at] == 1, twice += w->times[at] == 2;
    return different + (double)once * (once > 0 ? once - 1 : 0) / (2 * (double)(twice + 1));
}

static void join(work *w, uint32_t value, lcm_tree_node node) {
    const uint64_t *a = digests_of(w, node.left), *b = digests_of(w, node.right);
    uint64_t *both = digests_of(w, value);
    for (uint32_t i = 0; i < w->sample.count; i++) both[i] = together(a[i], b[i]);
}

static double cost_of(work *w, const lcm_tree_node *plan) {
    double cost = 0;
    for (uint32_t i = 0; i + 2 < w->sample.words; i++) {
        cost += count_together(w, plan[i].left, plan[i].right);
        join(w, w->sample.words + i, plan[i]);
    }
    return cost;
}

static float *joint_of(const work *w, uint32_t a, uint32_t b) {
    return &w->joint[(size_t)(a < b ? a : b) * value_count(w->sample) + (a < b ? b : a)];
}

/* The two values of a list that have the fewest together. */
static lcm_tree_node closest(const work *w, const uint32_t *list, uint32_t count, uint32_t *at) {
    lcm_tree_node best = {0};
    float fewest = -1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            float different = *joint_of(w, list[i], list[j]);
            if (fewest >= 0 && different >= fewest) continue;
            fewest = different;
            best = (lcm_tree_node){list[i], list[j]};
            at[0] = i, at[1] = j;
        }
    return best;
}

/* `list` has room for all words. */
static double make_plan(work *w, lcm_tree_node *plan, uint32_t *list) {
    uint32_t words = w->sample.words, count = words;
    double cost = 0;
    for (uint32_t i = 0; i < words; i++) list[i] = i;
    for (uint32_t i = 0; i < words; i++)
        for (uint32_t j = i + 1; j < words; j++) *joint_of(w, i, j) = (float)count_together(w, i, j);
    for (uint32_t made = 0; count > 2; made++) {
        uint32_t at[2] = {0, 1}, value = words + made;
        plan[made] = closest(w, list, count, at);
        cost += *joint_of(w, plan[made].left, plan[made].right);
        join(w, value, plan[made]);
        list[at[0]] = value;
        list[at[1]] = list[--count];
        for (uint32_t i = 0; i < count; i++)
            if (list[i] != value) *joint_of(w, list[i], value) = (float)count_together(w, list[i], value);
    }
    plan[words - 2] = (lcm_tree_node){list[0], list[1]};
    return cost;
}

bool lcm_shape(lcm_sample sample, lcm_tree_node *plan, double *cost, double *cost_before, lc_budget *budget) {
    assert(sample.words > 2 && sample.count > 0);
    size_t size = lcm_shape_bytes(sample.words, sample.count) + sample.words * sizeof(uint32_t);
    uint64_t *room = lc_allocate(budget, size);
    if (!room) return false;
    work w = {.sample = sample, .digests = room, .seen_count = seen_size(sample.count)};
    w.seen = room + (size_t)value_count(sample) * sample.count;
    w.joint = (float *)(w.seen + w.seen_count);
    uint32_t *list = (uint32_t *)(w.joint + (size_t)value_count(sample) * value_count(sample));
    w.times = (uint8_t *)(list + sample.words);
    for (uint32_t v = 0; v < sample.words; v++)
        for (uint32_t i = 0; i < sample.count; i++) digests_of(&w, v)[i] = sample.states[(size_t)i * sample.words + v];
    *cost_before = cost_of(&w, plan);
    *cost = make_plan(&w, plan, list);
    lc_release(budget, room, size);
    return true;
}
