/* At each step every thread that can go on is equally likely.
 *
 * Under a weak memory model a load reads an older version with probability 1/8, a write is placed before other ones
 * with probability 1/16, and each older one is half as likely as the one before it; among those that the model permits.
 */
#include "target/explore/graph.h"
#include "target/explore/sample.h"
#include "target/explore/share.h"
#include "target/explore/tree.h"

enum { OLD_LOADS = 8, OLD_WRITES = 16 };

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

unsigned lct_sample_age(uint64_t *random, const lct_weak_access *a) {
    bool loads = a->kind == LCT_WEAK_LOAD || a->kind == LCT_WEAK_COMPARE;
    if (a->count < 2 || lct_sample_below(random, loads ? OLD_LOADS : OLD_WRITES)) return 0;
    uint64_t older = lct_graph_permitted(a) & ~(uint64_t)1;
    while (older & (older - 1) && lct_sample_below(random, 2)) older &= older - 1;
    return older ? (unsigned)__builtin_ctzll(older) : 0;
}

static unsigned choose_version(const lct_weak_access *a) { return lct_sample_age(&state, a); }

const lct_strategy lct_random = {.kind = LCT_DOES_RANDOM,
                                 .clocks = true,
                                 .start = start,
                                 .choose = choose,
                                 .choose_version = choose_version,
                                 .next = next};
