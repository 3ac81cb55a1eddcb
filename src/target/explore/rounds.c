/* Round robin, as in section 9 of Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent
 * objects": in each round the threads run in the order of their numbers, each as long as it likes or not at all; all
 * such schedules up to a number of rounds. */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lc_node *node) {
    if (depth > 1) {
        const lc_node *parent = &lc_t.nodes[depth - 1];
        node->cost = (uint8_t)(parent->cost + (node->previous < parent->previous));
    } else node->cost = 0;
    lc_mask allowed = node->enabled;
    if (node->cost >= lc_t.bound && node->previous < LC_THREADS) {
        /* The last round: whoever is passed over now would never end.  (When nobody else is left thread 0, which waits
         * for all the others, ends the execution.) */
        lc_mask later = allowed & (lc_mask)(~0u << node->previous);
        if (later) allowed = (lc_mask)(later & -later);
        else if (allowed != 1) allowed = 0;
    }
    return lc_walk_choose(depth, node, allowed);
}

const lc_strategy lc_rounds = {
    .kind = LC_DOES_ROUNDS, .clocks = true, .complete = true, .choose = choose, .next = lc_walk_next};
