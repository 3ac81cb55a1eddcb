/* Depth-first walk over everything a strategy allows: shared by all exhaustive strategies. */
#ifndef LC_TARGET_EXPLORE_WALK_H
#define LC_TARGET_EXPLORE_WALK_H

#include "target/explore/share.h"
#include "target/explore/tree.h"

/* To be called by `choose`: all of `allowed` will be tried at this node, the thread that ran before first. */
static inline int lct_walk_choose(uint32_t depth, lct_node *node, lct_mask allowed) {
    if (!allowed || (depth == lct_t.split && !lct_share_enter(depth))) return -1;
    node->todo = allowed;
    if (node->previous < LCT_THREADS && allowed >> node->previous & 1) return node->previous;
    return (int)lct_first(allowed);
}
/* The strategy's `next`. */
bool lct_walk_next(void);
/* To be called by `choose` first: of these threads, those fall asleep at the new node whose step is covered by an
 * earlier sibling of the last one, and does not depend on that. */
void lct_walk_sleep(uint32_t depth, lct_node *, lct_mask who);

/* Did the last choice take a thread that could have gone on off the processor? */
static inline bool lct_was_preempted(const lct_node *node, unsigned chosen) {
    return node->previous < LCT_THREADS && chosen != node->previous && node->enabled >> node->previous & 1 &&
           !node->yields;
}

#endif
