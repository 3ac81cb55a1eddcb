/* Operations one after another, in every order that the threads allow: what the object does when nobody interferes
 * (phase 1 of Line-Up, PLDI 2010, and of Zhang, Chattopadhyay and Wang's Round-Up paper, section IV).
 *
 * A thread is interrupted only between operations, except by threads that an operation itself started.  An operation
 * that has to wait for another one never ends alone; such an order is given up.
 */
#include "explore/walk.h"

static int choose(uint32_t depth, lc_node *node) {
    lc_mask allowed = node->enabled, helpers = 0;
    for (unsigned t = 0; t < lc_m.thread_count; t++)
        if (lc_m.threads[t].helper) helpers |= (lc_mask)(1u << t);
    for (unsigned t = 0; t < lc_m.thread_count; t++)
        if (lc_m.threads[t].in_operation && !lc_m.threads[t].call_pending) allowed &= helpers | (lc_mask)(1u << t);
    return lc_walk_choose(depth, node, allowed);
}

const lc_strategy lc_serial = {
    .name = "serial", .clocks = false, .complete = true, .choose = choose, .next = lc_walk_next};
