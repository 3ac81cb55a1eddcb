/* Source-DPOR with sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial
 * Order Reduction, JACM 2017, algorithm 1).
 *
 * Executions that differ only in the order of independent steps are equivalent; one of each class is enough.  A node
 * starts with one thread to explore.  Each race found later in the execution adds one more at the node before its first
 * step, such that the race can be seen the other way round: some *initial* of the sequence that follows without that
 * step, unless one is there already.  A thread sleeps while its next step is covered by an earlier sibling; a step that
 * depends on this one wakes it up.
 *
 * With history edges (see happens.c) equivalent executions have equal histories, and every history that exists, up to
 * less order, is one of those found.  Without them it is that of a schedule which is equivalent to one of those found:
 * these are judged together (record_links.h), or their histories listed (interval_orders.h).
 *
 * Nodes above lct_t.split explore all that is not asleep.  Sleep sets alone already keep two executions of one class
 * from being completed, so this costs executions that are given up but repeats none, and makes the subtrees below
 * independent.
 */
#include "target/explore/merge.h"
#include "target/explore/walk.h"

static lct_mask bit(unsigned thread) { return lct_bit(thread); }

static int choose(uint32_t depth, lct_node *node) {
    lct_walk_sleep(depth, node, (lct_mask) ~(lct_mask)0);
    lct_mask awake = node->enabled & (lct_mask)~node->sleep;
    if (!awake) return -1;
    if (!lct_share_enter(depth)) return -1;
    if (lct_t.merging && !lct_merge_enter(depth, node)) return -1;
    unsigned chosen = node->previous < LCT_THREADS && awake & bit(node->previous) ? node->previous : lct_first(awake);
    /* Steps of other threads after the end are never seen: they must be tried before. */
    bool last = lct_m.threads[chosen].pending.access == LCT_END;
    node->todo = depth < lct_t.split || last ? awake : bit(chosen);
    if (depth < lct_t.split) chosen = lct_first(awake);
    return (int)chosen;
}

/* The steps after `earlier` that do not depend on it, and then `later`: who can begin with them? */
static lct_mask initials_of(uint32_t earlier, uint32_t later) {
    const lct_step_event *e = &lct_t.events[earlier];
    lct_mask seen = 0, initials = 0;
    int16_t first[LCT_THREADS];
    for (uint32_t i = earlier + 1; i <= later; i++) {
        const lct_step_event *f = &lct_t.events[i];
        if (seen & bit(f->thread) || (i < later && lct_is_before(e, f))) continue;
        bool initial = true;
        for (lct_mask left = seen; left && initial; left &= (lct_mask)(left - 1)) {
            unsigned t = lct_first(left);
            initial = lct_clock_at(&f->clock, t) < first[t];
        }
        seen |= bit(f->thread);
        first[f->thread] = f->number;
        if (initial) initials |= bit(f->thread);
    }
    return initials;
}

static void race(uint32_t earlier, uint32_t later) {
    lct_node *node = &lct_t.nodes[earlier];
    if (earlier < lct_t.split) return;
    lct_mask initials = initials_of(earlier, later);
    if (initials & (node->todo | node->done | node->sleep)) return;
    initials &= node->enabled;
    unsigned t = lct_t.events[later].thread;
    /* If none of them could go on there, the step that enabled it is found by trying all threads. */
    if (!initials) node->todo |= node->enabled;
    else node->todo |= initials & bit(t) ? bit(t) : (lct_mask)(initials & -initials);
}

static bool next(void) {
    if (!lct_merge_turns()) return lct_walk_next();
    lct_tree_restart();
    return true;
}

const lct_strategy lct_dpor = {.kind = LCT_DOES_DPOR,
                               .clocks = true,
                               .complete = true,
                               .reduces = true,
                               .start = lct_merge_start,
                               .choose = choose,
                               .race = race,
                               .next = next};
