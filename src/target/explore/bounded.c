/* All schedules with at most so many preemptions (Musuvathi and Qadeer, PLDI 2007; section 9 of Bouajjani, Emmi, Enea
 * and Hamza's "Tractable refinement checking for concurrent objects").
 *
 * A preemption takes the processor from a thread that could have gone on; switches because a thread waits or has ended
 * are free, and so is one where a thread sleeps or gives way.  Most errors need very few.
 */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lct_node *node) {
    if (depth) {
        const lct_node *parent = &lct_t.nodes[depth - 1];
        node->cost = (uint8_t)(parent->cost + lct_was_preempted(parent, node->previous));
    } else node->cost = 0;
    lct_mask allowed = node->enabled;
    if (node->cost >= lct_t.bound && node->previous < LCT_THREADS && allowed >> node->previous & 1 && !node->yields)
        allowed = lct_bit(node->previous);
    if (allowed != node->enabled) lct_t.restricted = true;
    return lct_walk_choose(depth, node, allowed);
}

const lct_strategy lct_bounded = {
    .kind = LCT_DOES_BOUNDED, .clocks = true, .complete = true, .choose = choose, .next = lct_walk_next};
