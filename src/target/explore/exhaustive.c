/* Every schedule.  Feasible for very small programs only; the other strategies are compared with it. */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lct_node *node) { return lct_walk_choose(depth, node, node->enabled); }

const lct_strategy lct_exhaustive = {
    .kind = LCT_DOES_EXHAUSTIVE, .clocks = true, .complete = true, .choose = choose, .next = lct_walk_next};
