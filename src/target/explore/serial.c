/* Operations one after another, in every order that the threads allow: the behaviour of the object without interference
 * (phase 1 of Zhang, Chattopadhyay and Wang's "Round-Up", section IV; Line-Up, PLDI 2010).
 *
 * A thread is interrupted only between operations, except by *helpers*: threads that an operation itself started, or
 * the setup.  An operation that has to wait for another one never ends alone; such an order is given up.
 *
 * Helpers go on at any time, and when they do mostly makes no difference.  So they sleep while their next step is
 * covered by an earlier sibling, as in dpor.c; all other threads are tried at every node, so that nothing but their
 * order relative to independent steps is left out.  That also holds where an execution ends because it came back to a
 * state it was in (progress.h): an execution that covers another one by sleep comes earlier in the walk, one that
 * covers it by a state is shorter, so that covering is never circular.  Plain accesses that race must be steps then,
 * and all accesses be seen.
 */
#include "target/explore/walk.h"

/* One that calls operations itself is treated like any other thread. */
static bool sleeps(const lct_thread *t) { return t->helper && !t->in_operation; }

static int choose(uint32_t depth, lct_node *node) {
    lct_mask allowed = node->enabled, helpers = 0, sleepers = 0;
    for (unsigned t = 0; t < lct_m.thread_count; t++) {
        if (lct_m.threads[t].helper) helpers |= lct_bit(t);
        if (sleeps(&lct_m.threads[t])) sleepers |= lct_bit(t);
    }
    for (unsigned t = 0; t < lct_m.thread_count; t++)
        if (lct_m.threads[t].in_operation && !lct_m.threads[t].call_pending) allowed &= helpers | lct_bit(t);
    if (sleepers && lct_m.plain && !lct_t.uninstrumented) {
        lct_t.shadows_matter = true;
        lct_walk_sleep(depth, node, sleepers);
    }
    return lct_walk_choose(depth, node, allowed & (lct_mask)~node->sleep);
}

const lct_strategy lct_serial = {
    .kind = LCT_DOES_SERIAL, .clocks = false, .complete = true, .choose = choose, .next = lct_walk_next};
