#include "explore/walk.h"

#include "explore/share.h"

int lc_walk_choose(uint32_t depth, lc_node *node, lc_mask allowed) {
    if (!allowed || !lc_share_enter(depth)) return -1;
    node->todo = allowed;
    if (node->previous < LC_THREADS && allowed >> node->previous & 1) return node->previous;
    return __builtin_ctz(allowed);
}

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
