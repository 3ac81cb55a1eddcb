/* Probabilistic concurrency testing under weak memory: PCTWM (Gao, Chakraborty, Kulahcioglu Ozkan: Probabilistic
 * Concurrency Testing for Weak Memory Programs, ASPLOS 2023).
 *
 * An error needs few *communications*: loads that read the value of another thread which their thread has not learnt of
 * otherwise.  So a load reads the version that its thread has seen last, the oldest one that it may read; but d loads,
 * chosen at random among all, wait until no thread of higher priority can go on, and then read any version.  Threads
 * have random priorities; the loads that wait are ordered at random, below all of these.  With k loads in an execution,
 * each with at most h versions to read, an error that needs d communications is found with a probability of at least 1
 * / (k^d h^d) in an execution that has d.
 *
 * Departures: each execution has its own number of communications, from none up to d.  Read-modify-writes read the
 * newest version, unless they are chosen.  A write is placed as in random.c.  A load that reads the same old version
 * again and again reads the newest one then, because a loop that waits would not end; and where there is one version
 * only there is no communication to be chosen, but that is not known in advance.
 */
#include <string.h>

#include "target/explore/graph.h"
#include "target/explore/sample.h"
#include "target/explore/share.h"
#include "target/explore/tree.h"

enum { DEPTH_MAX = 16, DEPTH = 3, LOADS = 16, PATIENCE = 4 };

static struct {
    uint64_t random;
    int32_t priority[LCT_THREADS];
    uint32_t chosen[DEPTH_MAX]; /* which loads communicate */
    int32_t rank[DEPTH_MAX];    /* their order */
    unsigned count, depth;
    uint32_t loads, most;                            /* of this execution, and of the longest one */
    int16_t met[LCT_THREADS];                        /* the last step of each thread that was counted */
    lct_mask communicate;                            /* threads whose next load does */
    uint32_t stale[LCT_THREADS], times[LCT_THREADS]; /* the last old version that each read, and how often */
} s LCT_STATE = {0};

static bool next(void) {
    if (s.loads > s.most) s.most = s.loads;
    lct_tree_resample();
    s.random = lct_share_seed();
    s.loads = 0;
    s.communicate = 0;
    memset(s.met, 0, sizeof s.met);
    memset(s.stale, 0, sizeof s.stale);
    for (unsigned i = 0; i < LCT_THREADS; i++) s.priority[i] = (int32_t)(lct_splitmix(&s.random) >> 40) + 1;
    s.count = lct_sample_below(&s.random, s.depth + 1);
    for (unsigned i = 0; i < s.count; i++) {
        s.chosen[i] = lct_sample_below(&s.random, s.most);
        s.rank[i] = -(int32_t)(lct_splitmix(&s.random) >> 40) - 1;
    }
    return true;
}

static void start(void) {
    s.depth = lct_t.bound && lct_t.bound <= DEPTH_MAX ? lct_t.bound : DEPTH;
    s.most = LOADS;
    s.loads = 0;
    lct_m.depth = 0;
    next();
}

static bool is_load(const lct_step *p) {
    return p->atomic && !p->values && p->shown != LCT_STEP_STORE && p->shown >= LCT_STEP_LOAD &&
           p->shown <= LCT_STEP_CAS_FAILED;
}

/* The thread is about to take this step, and was not before.  True: it is put off. */
static bool is_put_off(unsigned thread) {
    int16_t number = (int16_t)(lct_t.steps[thread] + 1);
    if (s.met[thread] == number || !is_load(&lct_m.threads[thread].pending)) return false;
    s.met[thread] = number;
    uint32_t load = s.loads++;
    for (unsigned i = 0; i < s.count; i++)
        if (s.chosen[i] == load) {
            s.priority[thread] = s.rank[i];
            s.communicate |= lct_bit(thread);
            return true;
        }
    return false;
}

static unsigned highest(lct_mask enabled) {
    unsigned chosen = lct_first(enabled);
    for (lct_mask left = enabled; left; left &= (lct_mask)(left - 1)) {
        unsigned t = lct_first(left);
        if (s.priority[t] > s.priority[chosen]) chosen = t;
    }
    return chosen;
}

static int choose(uint32_t depth, lct_node *node) {
    unsigned chosen = highest(node->enabled);
    while (is_put_off(chosen)) chosen = highest(node->enabled);
    unsigned values = lct_m.threads[chosen].pending.values;
    if (values) lct_m.choices[depth] = (uint8_t)lct_sample_below(&s.random, values);
    return (int)chosen;
}

static unsigned any(const lct_weak_access *a) {
    uint64_t ages = lct_graph_permitted(a);
    for (unsigned k = lct_sample_below(&s.random, (unsigned)__builtin_popcountll(ages)); k; k--) ages &= ages - 1;
    return (unsigned)__builtin_ctzll(ages);
}

/* The version that the thread has seen last. */
static unsigned oldest(const lct_weak_access *a) {
    unsigned thread = lct_m.current, age = 63 - (unsigned)__builtin_clzll(lct_graph_permitted(a));
    uint32_t version = a->candidates[age];
    s.times[thread] = s.stale[thread] == version ? s.times[thread] + 1 : 0;
    s.stale[thread] = version;
    return s.times[thread] < PATIENCE ? age : 0;
}

static unsigned choose_version(const lct_weak_access *a) {
    lct_mask bit = lct_bit(lct_m.current);
    bool communicates = s.communicate & bit;
    if (a->kind != LCT_WEAK_STORE) s.communicate &= (lct_mask)~bit;
    if (a->count < 2) return 0;
    if (a->kind == LCT_WEAK_STORE) return lct_sample_age(&s.random, a);
    if (communicates) return any(a);
    return a->kind == LCT_WEAK_LOAD ? oldest(a) : 0;
}

const lct_strategy lct_pct_weak = {.kind = LCT_DOES_PCT,
                                   .clocks = true,
                                   .start = start,
                                   .choose = choose,
                                   .choose_version = choose_version,
                                   .next = next};
