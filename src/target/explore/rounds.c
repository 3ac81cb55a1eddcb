/* Round robin, as in section 9 of Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent
 * objects": in each round the threads run in the order of their numbers, each as long as it likes or not at all; all
 * such schedules up to a number of rounds. */
#include "target/explore/walk.h"

static int choose(uint32_t depth, lct_node *node) {
    if (depth > 1) {
        const lct_node *parent = &lct_t.nodes[depth - 1];
        node->cost = (uint8_t)(parent->cost + (node->previous < parent->previous));
    } else node->cost = 0;
    lct_mask allowed = node->enabled;
    if (node->cost >= lct_t.bound && node->previous < LCT_THREADS) {
        /* The last round: a thread that is passed over now would never end.  (When no other thread is left, thread 0,
         * which waits for all of them, ends the execution.) */
        lct_mask later = allowed & (lct_mask)-lct_bit(node->previous);
        if (later) allowed = (lct_mask)(later & -later);
        else if (allowed != 1) allowed = 0;
    }
    return lct_walk_choose(depth, node, allowed);
}

const lct_strategy lct_rounds = {
    .kind = LCT_DOES_ROUNDS, .clocks = true, .complete = true, .choose = choose, .next = lct_walk_next};
