/* Every schedule.  Feasible for very small programs only; it is what the others are compared with. */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lc_node *node) { return lc_walk_choose(depth, node, node->enabled); }

const lc_strategy lc_exhaustive = {
    .kind = LC_DOES_EXHAUSTIVE, .clocks = true, .complete = true, .choose = choose, .next = lc_walk_next};
