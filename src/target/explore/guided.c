/* One execution that goes as another one did, of a scenario from which some calls were left out.
 *
 * The other one is given step by step: the thread that took it, and in which of the calls it still makes.  Steps of
 * calls that are gone are not there.  A call may take fewer steps now, then the rest of them is passed over; or more,
 * then the thread goes on until it comes to the call it should be in.
 */
#include "target/explore/tree.h"
#include "target/explore/worker.h"

static struct {
    const uint16_t *steps;
    uint32_t count, position;
} guide LCT_STATE = {0};

static void start(void) { guide.position = 0; }

bool lct_guided_find(uint32_t scenario) {
    const lct_control *c = lct_w.control;
    uint32_t at = 0;
    for (uint32_t i = 0; i < scenario && at < LCT_GUIDES; i++) at += 1u + c->guides[at];
    if (at >= LCT_GUIDES || at + 1u + c->guides[at] > LCT_GUIDES) return false;
    guide.steps = c->guides + at + 1;
    guide.count = c->guides[at];
    return guide.count;
}

/* The call that the next step of a thread belongs to, from 0. */
static int call_of(unsigned thread) {
    int begun = 0;
    for (int32_t i = lct_t.last[thread]; i >= 0; i = lct_t.events[i].before) begun += lct_t.events[i].calls;
    return begun - !lct_m.threads[thread].call_pending;
}

static int choose(uint32_t depth, lct_node *node) {
    (void)depth;
    for (; guide.position < guide.count; guide.position++) {
        unsigned thread = guide.steps[guide.position] >> 8;
        int wanted = guide.steps[guide.position] & 0xff;
        if (thread >= LCT_THREADS || !(node->enabled >> thread & 1)) continue;
        int call = call_of(thread);
        if (call > wanted) continue;
        guide.position += call == wanted;
        return (int)thread;
    }
    if (node->previous < LCT_THREADS && node->enabled >> node->previous & 1) return node->previous;
    return (int)lct_first(node->enabled);
}

static bool next(void) { return false; }

const lct_strategy lct_guided = {
    .kind = LCT_DOES_GUIDED, .clocks = true, .start = start, .choose = choose, .next = next};
