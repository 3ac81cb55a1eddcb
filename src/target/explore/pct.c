/* Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
 *
 * Threads have random priorities and the highest that can go on does; at d - 1 random steps the running thread becomes
 * the lowest.  An error that needs d steps in a certain order among n threads and k steps is found with a probability
 * of at least 1 / (n k^(d-1)) in each execution.  k is the length of the longest execution so far.
 */
#include "target/explore/sample.h"
#include "target/explore/share.h"
#include "target/explore/tree.h"

enum { DEPTH_MAX = 16 };

static struct {
    uint64_t random;
    int32_t priority[LCT_THREADS];
    uint32_t change[DEPTH_MAX];
    unsigned changes;
    uint32_t longest;
    int32_t lowest;
} s LCT_STATE = {0};

static bool next(void) {
    if (lct_m.depth > (int32_t)s.longest) s.longest = (uint32_t)lct_m.depth;
    lct_tree_resample();
    s.random = lct_share_seed();
    s.lowest = 0;
    for (unsigned i = 0; i < LCT_THREADS; i++) s.priority[i] = (int32_t)(lct_splitmix(&s.random) >> 40) + 1;
    for (unsigned i = 0; i < s.changes; i++) s.change[i] = lct_sample_below(&s.random, s.longest);
    return true;
}

static void start(void) {
    s.changes = lct_t.bound && lct_t.bound <= DEPTH_MAX ? lct_t.bound - 1 : 2;
    s.longest = 32;
    lct_m.depth = 0;
    next();
}

static int choose(uint32_t depth, lct_node *node) {
    for (unsigned i = 0; i < s.changes; i++)
        if (s.change[i] == depth && node->previous < LCT_THREADS) s.priority[node->previous] = --s.lowest;
    unsigned chosen = lct_first(node->enabled);
    for (lct_mask left = node->enabled; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (s.priority[t] > s.priority[chosen]) chosen = t;
    }
    unsigned values = lct_m.threads[chosen].pending.values;
    if (values) lct_m.choices[depth] = (uint8_t)lct_sample_below(&s.random, values);
    return (int)chosen;
}

const lct_strategy lct_pct = {.kind = LCT_DOES_PCT, .clocks = true, .start = start, .choose = choose, .next = next};
