#include "target/explore/walk.h"

#include "target/explore/merge.h"

static lct_mask bit(unsigned thread) { return lct_bit(thread); }

void lct_walk_sleep(uint32_t depth, lct_node *node, lct_mask who) {
    if (!depth) return;
    const lct_node *parent = &lct_t.nodes[depth - 1];
    const lct_step_event *e = &lct_t.events[depth - 1];
    lct_mask covered = (parent->sleep | parent->done) & who & (lct_mask) ~(parent->fatal | bit(e->thread));
    for (lct_mask left = covered; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (lct_depends(e, t, parent->returned & bit(t), parent->was_read & bit(t))) continue;
        node->sleep |= bit(t);
        node->returned |= parent->returned & bit(t);
        node->was_read |= parent->was_read & bit(t);
    }
}

bool lct_walk_next(void) {
    if (lct_t.merging) lct_merge_ended();
    for (uint32_t depth = (uint32_t)lct_m.depth; depth-- > 0;) {
        lct_node *node = &lct_t.nodes[depth];
        const lct_step_event *e = &lct_t.events[depth];
        if (lct_t.merging) lct_merge_step_done(depth);
        if (lct_m.choices[depth] + 1u < e->values) {
            lct_tree_branch(depth, e->thread, lct_m.choices[depth] + 1u);
            return true;
        }
        node->done |= bit(e->thread);
        if (e->returns) node->returned |= bit(e->thread);
        if (e->access == LCT_READ) node->was_read |= bit(e->thread);
        lct_mask left = node->todo & (lct_mask) ~(node->done | node->sleep);
        if (left) {
            lct_tree_branch(depth, lct_first(left), 0);
            return true;
        }
        if (lct_t.merging) lct_merge_node_done(depth);
    }
    return false;
}
