#include "target/explore/walk.h"

static lc_mask bit(unsigned thread) { return (lc_mask)(1u << thread); }

void lc_walk_sleep(uint32_t depth, lc_node *node, lc_mask who) {
    if (!depth) return;
    const lc_node *parent = &lc_t.nodes[depth - 1];
    const lc_step_event *e = &lc_t.events[depth - 1];
    lc_mask covered = (parent->sleep | parent->done) & who & (lc_mask) ~(parent->fatal | bit(e->thread));
    for (lc_mask left = covered; left; left &= (lc_mask)(left - 1)) {
        unsigned t = (unsigned)__builtin_ctz(left);
        if (lc_depends(e, t, parent->returned & bit(t), parent->was_read & bit(t))) continue;
        node->sleep |= bit(t);
        node->returned |= parent->returned & bit(t);
        node->was_read |= parent->was_read & bit(t);
    }
}

bool lc_walk_next(void) {
    for (uint32_t depth = (uint32_t)lc_m.depth; depth-- > 0;) {
        lc_node *node = &lc_t.nodes[depth];
        const lc_step_event *e = &lc_t.events[depth];
        if (lc_m.choices[depth] + 1u < e->values) {
            lc_tree_branch(depth, e->thread, lc_m.choices[depth] + 1u);
            return true;
        }
        node->done |= bit(e->thread);
        if (e->returns) node->returned |= bit(e->thread);
        if (e->access == LC_READ) node->was_read |= bit(e->thread);
        lc_mask left = node->todo & (lc_mask) ~(node->done | node->sleep);
        if (left) {
            lc_tree_branch(depth, (unsigned)__builtin_ctz(left), 0);
            return true;
        }
    }
    return false;
}
