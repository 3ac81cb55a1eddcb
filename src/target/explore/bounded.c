/* All schedules with at most so many preemptions (Musuvathi and Qadeer, PLDI 2007; section 9 of Bouajjani, Emmi, Enea
 * and Hamza's "Tractable refinement checking for concurrent objects").
 *
 * A preemption takes the processor from a thread that could have gone on; switches because a thread waits or has ended
 * are free, and so is one where a thread sleeps or gives way.  Most errors need very few.
 */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lc_node *node) {
    if (depth) {
        const lc_node *parent = &lc_t.nodes[depth - 1];
        node->cost = (uint8_t)(parent->cost + lc_was_preempted(parent, node->previous));
    } else node->cost = 0;
    lc_mask allowed = node->enabled;
    if (node->cost >= lc_t.bound && node->previous < LC_THREADS && allowed >> node->previous & 1 && !node->yields)
        allowed = (lc_mask)(1u << node->previous);
    if (allowed != node->enabled) lc_t.restricted = true;
    return lc_walk_choose(depth, node, allowed);
}

const lc_strategy lc_bounded = {
    .kind = LC_DOES_BOUNDED, .clocks = true, .complete = true, .choose = choose, .next = lc_walk_next};
