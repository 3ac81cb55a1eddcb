#include "explore/walk.h"

bool lc_walk_next(void) {
    for (uint32_t depth = (uint32_t)lc_m.depth; depth-- > 0;) {
        const lc_event *e = &lc_t.events[depth];
        if (lc_m.choices[depth] + 1u < e->values) {
            lc_tree_branch(depth, e->thread, lc_m.choices[depth] + 1u);
            return true;
        }
        lc_node *node = &lc_t.nodes[depth];
        node->done |= (lc_mask)(1u << e->thread);
        lc_mask left = node->todo & (lc_mask)~node->done;
        if (left) {
            lc_tree_branch(depth, (unsigned)__builtin_ctz(left), 0);
            return true;
        }
    }
    return false;
}
