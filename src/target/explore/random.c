/* At each step every thread that can go on is equally likely. */
#include "target/explore/sample.h"
#include "target/explore/share.h"
#include "target/explore/tree.h"

static uint64_t state LC_STATE = 0;

static bool next(void) {
    lc_tree_again();
    state = lc_share_seed();
    return true;
}

static void start(void) { next(); }

static int choose(uint32_t depth, lc_node *node) {
    unsigned n = 0;
    for (lc_mask left = node->enabled; left; left &= (lc_mask)(left - 1)) n++;
    unsigned chosen = lc_sample_bit(node->enabled, n == 1 ? 0 : lc_sample_below(&state, n));
    unsigned values = lc_m.threads[chosen].pending.values;
    if (values) lc_m.choices[depth] = (uint8_t)lc_sample_below(&state, values);
    return (int)chosen;
}

const lc_strategy lc_random = {.kind = LC_DOES_RANDOM, .clocks = true, .start = start, .choose = choose, .next = next};
