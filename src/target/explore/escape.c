/* Walking at random out of what looks like a livelock.
 *
 * Where cycles are left out, reduction and bounds leave more out than they do elsewhere, so that no execution seems to
 * get anywhere from some state on though one could.  Whoever walks at random through finitely many states finds a way
 * out if there is one, sooner or later; and if many long walks do not, there is none.
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
} e LC_STATE = {0};

static int choose(uint32_t depth, lc_node *node) {
    if (e.length) {
        if ((int32_t)depth >= e.length) return -1;
        lc_m.choices[depth] = e.choices[depth];
        return e.path[depth];
    }
    unsigned n = (unsigned)__builtin_popcount(node->enabled);
    unsigned chosen = lc_sample_bit(node->enabled, lc_sample_below(&e.random, n));
    unsigned values = lc_m.threads[chosen].pending.values;
    if (values) lc_m.choices[depth] = (uint8_t)lc_sample_below(&e.random, values);
    return (int)chosen;
}

static const lc_strategy walk = {.choose = choose};

static void run_from(int32_t depth, unsigned thread, unsigned choice) {
    lc_t.length = lc_m.depth;
    if (lc_m.depth > depth) lc_tree_cut((uint32_t)depth);
    lc_m.path[depth] = (uint8_t)thread;
    lc_m.choices[depth] = (uint8_t)choice;
    lc_m.fresh = depth;
    lc_tree_run(lc_scenario_body);
}

/* Did the walk get anywhere, or at least not nowhere? */
static bool got_out(int32_t depth) {
    if (lc_m.outcome != LC_TOO_LONG) return true;
    for (int32_t i = depth; i < lc_m.depth; i++)
        if (lc_t.events[i].calls || lc_t.events[i].returns) return true;
    return false;
}

static bool walks_out(int32_t depth) {
    e.length = 0;
    for (unsigned i = 0; i < WALKS; i++) {
        lc_mask enabled = lc_t.nodes[depth].enabled;
        unsigned n = (unsigned)__builtin_popcount(enabled);
        run_from(depth, lc_sample_bit(enabled, lc_sample_below(&e.random, n)), 0);
        if (got_out(depth)) return true;
    }
    return false;
}

bool lc_escapes(int32_t depth) {
    assert(depth < lc_m.depth);
    if (lc_t.nodes[depth].stale) return true; /* somebody is not run any more: who gets where is seen where it is */
    int32_t length = lc_m.depth, most = lc_m.max_depth;
    if (!e.path) {
        e.path = lc_reserve((size_t)most + 1);
        e.choices = lc_reserve((size_t)most + 1);
    }
    memcpy(e.path, lc_m.path, (size_t)length);
    memcpy(e.choices, lc_m.choices, (size_t)length);
    const lc_strategy *strategy = lc_t.strategy;
    lc_t.strategy = &walk;
    if (most > depth + STEPS) lc_m.max_depth = depth + STEPS;
    bool out = walks_out(depth);
    lc_m.max_depth = most;
    e.length = length;
    run_from(depth, e.path[depth], e.choices[depth]);
    lc_t.strategy = strategy;
    return out;
}
