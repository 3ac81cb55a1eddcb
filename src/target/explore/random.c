/* At each step every thread that can go on is equally likely. */
#include "target/explore/sample.h"
#include "target/explore/share.h"
#include "target/explore/tree.h"

static uint64_t state LCT_STATE = 0;

static bool next(void) {
    lct_tree_resample();
    state = lct_share_seed();
    return true;
}

static void start(void) { next(); }

static int choose(uint32_t depth, lct_node *node) {
    unsigned n = 0;
    for (lct_mask left = node->enabled; left; left &= (lct_mask)(left - 1)) n++;
    unsigned chosen = lct_sample_bit(node->enabled, n == 1 ? 0 : lct_sample_below(&state, n));
    unsigned values = lct_m.threads[chosen].pending.values;
    if (values) lct_m.choices[depth] = (uint8_t)lct_sample_below(&state, values);
    return (int)chosen;
}

const lct_strategy lct_random = {
    .kind = LCT_DOES_RANDOM, .clocks = true, .start = start, .choose = choose, .next = next};
