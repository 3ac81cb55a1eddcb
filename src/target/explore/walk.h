/* Depth-first walk over everything a strategy allows: shared by all exhaustive strategies. */
#ifndef LC_TARGET_EXPLORE_WALK_H
#define LC_TARGET_EXPLORE_WALK_H

#include "target/explore/share.h"
#include "target/explore/tree.h"

/* To be called by `choose`: all of `allowed` will be tried at this node, the thread that ran before first. */
static inline int lc_walk_choose(uint32_t depth, lc_node *node, lc_mask allowed) {
    if (!allowed || (depth == lc_t.split && !lc_share_enter(depth))) return -1;
    node->todo = allowed;
    if (node->previous < LC_THREADS && allowed >> node->previous & 1) return node->previous;
    return __builtin_ctz(allowed);
}
/* The strategy's `next`. */
bool lc_walk_next(void);
/* To be called by `choose` first: of these threads, those fall asleep at the new node whose step is covered by an
 * earlier sibling of the last one, and does not depend on that. */
void lc_walk_sleep(uint32_t depth, lc_node *, lc_mask who);

/* Did the last choice take a thread that could have gone on off the processor? */
static inline bool lc_was_preempted(const lc_node *node, unsigned chosen) {
    return node->previous < LC_THREADS && chosen != node->previous && node->enabled >> node->previous & 1 &&
           !node->yields;
}

#endif
