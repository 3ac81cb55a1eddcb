/* Random walks out of an apparent livelock.
 *
 * Where cycles are left out, reduction and bounds leave more out than they do elsewhere, so that no execution seems to
 * get anywhere from some state on though one could.  A random walk through finitely many states finds a way out if
 * there is one, sooner or later; and if many long walks do not, there is none.
 */
#include "target/explore/escape.h"

#include <string.h>

#include "target/explore/sample.h"
#include "target/explore/scenario.h"
#include "target/explore/tree.h"

enum { WALKS = 16, STEPS = 1000 };

static struct {
    uint64_t random;
    uint8_t *path, *choices; /* of the execution that is to be come back to */
    int32_t length;          /* of it; 0: a walk */
} e LCT_STATE = {0};

static int choose(uint32_t depth, lct_node *node) {
    if (e.length) {
        if ((int32_t)depth >= e.length) return -1;
        lct_m.choices[depth] = e.choices[depth];
        return e.path[depth];
    }
    unsigned n = lct_count(node->enabled);
    unsigned chosen = lct_sample_bit(node->enabled, lct_sample_below(&e.random, n));
    unsigned values = lct_m.threads[chosen].pending.values;
    if (values) lct_m.choices[depth] = (uint8_t)lct_sample_below(&e.random, values);
    return (int)chosen;
}

static const lct_strategy walk = {.choose = choose};

static void run_from(int32_t depth, unsigned thread, unsigned choice) {
    lct_t.length = lct_m.depth;
    if (lct_m.depth > depth) lct_tree_cut((uint32_t)depth);
    lct_m.path[depth] = (uint8_t)thread;
    lct_m.choices[depth] = (uint8_t)choice;
    lct_m.fresh = depth;
    lct_tree_run(lct_scenario_body);
}

/* Did the walk get anywhere, or at least not nowhere? */
static bool got_out(int32_t depth) {
    if (lct_m.outcome != LCT_TOO_LONG) return true;
    for (int32_t i = depth; i < lct_m.depth; i++)
        if (lct_t.events[i].calls || lct_t.events[i].returns) return true;
    return false;
}

static bool walks_out(int32_t depth) {
    e.length = 0;
    for (unsigned i = 0; i < WALKS; i++) {
        lct_mask enabled = lct_t.nodes[depth].enabled;
        unsigned n = lct_count(enabled);
        run_from(depth, lct_sample_bit(enabled, lct_sample_below(&e.random, n)), 0);
        if (got_out(depth)) return true;
    }
    return false;
}

bool lct_escapes(int32_t depth) {
    assert(depth < lct_m.depth);
    if (lct_t.nodes[depth].stale) return true; /* a thread is not run any more: progress is examined where it runs */
    int32_t length = lct_m.depth, most = lct_m.max_depth;
    if (!e.path) {
        e.path = lct_reserve((size_t)most + 1);
        e.choices = lct_reserve((size_t)most + 1);
    }
    memcpy(e.path, lct_m.path, (size_t)length);
    memcpy(e.choices, lct_m.choices, (size_t)length);
    const lct_strategy *strategy = lct_t.strategy;
    lct_t.strategy = &walk;
    if (most > depth + STEPS) lct_m.max_depth = depth + STEPS;
    bool out = walks_out(depth);
    lct_m.max_depth = most;
    e.length = length;
    run_from(depth, e.path[depth], e.choices[depth]);
    lct_t.strategy = strategy;
    return out;
}
