/* A test that declares no size grows, see sizes.h and plan.c.
 *
 * The budget is a number of steps, of all workers together, so that the sizes in the verdict depend neither on the
 * machine nor on the number of workers: it is compared only where all workers have met, after so many scenarios.  (The
 * command ends everything when the processor time that the user allows is over, should that come first.)
 *
 * No scenario may take all of it: at the first look a hundredth, then four times as much each time round.  The sizes up
 * to the usual one are explored until they are complete or the budget is spent, because a verdict is about them; of
 * larger ones scenarios are left that take more than a part of it.
 */
#include <string.h>

#include "target/explore/plan.h"
#include "target/explore/scenario.h"
#include "target/explore/share.h"

enum {
    LOOK = 100,  /* a first look takes no more than this part of the budget */
    TIMES = 4,   /* and the next one so many times as much */
    LARGEST = 6, /* in the larger sizes no scenario takes more than this part */
    BATCH = 16   /* scenarios; then all workers meet */
};

static struct {
    lct_size sizes[LCT_SIZES];
    unsigned count;
    bool spent;
    uint64_t left[LCT_SCENARIOS / 64]; /* scenarios that were not finished when the round began */
    uint64_t allowance;                /* for each of them in this round */
    unsigned round;
    bool any; /* of them was not finished in this round */
} g LCT_STATE = {0};

static const lct_config *config(void) { return &lct_w.control->config; }

bool lct_grows(void) {
    const lct_test *t = lct_w.test;
    return config()->grow && config()->strategy == LCT_STRATEGY_DEFAULT && !config()->look && t->generates &&
           !t->sized && !t->scenario_count && !t->thread_count && !*config()->scenario && !*lct_w.control->candidates;
}

/* ---- the budget ---- */

static uint64_t steps_of_all(void) {
    uint64_t steps = 0;
    for (unsigned i = 0; i < config()->jobs; i++)
        steps += __atomic_load_n(&lct_w.control->progress[i].steps, __ATOMIC_RELAXED);
    return steps;
}

/* All workers meet, and while none of them works they add up their steps.  False: it is all over. */
static bool meet_and_count(uint64_t *left) {
    if (!lct_share_meet()) return false;
    uint64_t steps = steps_of_all();
    *left = steps < config()->grow_steps ? config()->grow_steps - steps : 0;
    g.spent = !*left;
    return lct_share_meet();
}

static bool is_boundary(uint32_t number) {
    uint64_t left;
    return number % BATCH || (meet_and_count(&left) && !g.spent);
}

/* ---- a size ---- */

static bool look(uint32_t number, void *unused) {
    if (!is_boundary(number)) return false;
    lct_w.allowance = lct_w.progress->steps + config()->grow_steps / LOOK + 1;
    bool goes_on = lct_plan_look(number, unused);
    lct_w.allowance = 0;
    return goes_on;
}

/* Whether it was left is known to all workers in the same way: another one may have finished it in this round. */
static bool deepen(uint32_t number, void *unused) {
    (void)unused;
    if (!is_boundary(number)) return false;
    if (!(g.left[number / 64] >> number % 64 & 1)) return true;
    return !lct_share_claim() || lct_plan_deepen(number, g.round, g.allowance);
}

static bool note_left(uint32_t number, void *unused) {
    (void)unused;
    uint64_t bit = (uint64_t)1 << number % 64;
    bool left = lct_plan_is_left(number);
    g.left[number / 64] = left ? g.left[number / 64] | bit : g.left[number / 64] & ~bit;
    g.any |= left;
    return true;
}

/* False: interrupted, or the budget is spent. */
static bool go_deeper(bool usual) {
    const uint64_t most = usual ? UINT64_MAX : config()->grow_steps / LARGEST;
    uint64_t left;
    g.allowance = config()->grow_steps / LOOK;
    for (g.round = 0; g.round < LCT_STAGE_SAMPLED - LCT_STAGE_SHARED; g.round++) {
        g.any = false;
        if (!lct_share_meet()) return false;
        (void)lct_plan_each(note_left, NULL, NULL);
        if (!meet_and_count(&left) || g.spent) return false;
        g.allowance *= TIMES;
        if (!g.any || g.allowance > most) return true;
        if (g.allowance > left) g.allowance = left;
        if (!lct_plan_each(deepen, NULL, NULL)) return false;
    }
    return true;
}

static bool explore_size(unsigned number, uint32_t *first) {
    lct_plan_set_size(g.sizes, number, *first);
    lct_scenario_counts counts = lct_scenarios_count();
    if (!lct_w.number) lct_send_size(g.sizes[number].threads, g.sizes[number].calls, counts.all, counts.sampled);
    uint32_t end;
    if (!lct_plan_each(look, NULL, &end) || !go_deeper(number < LCT_SIZES_USUAL)) return false;
    *first = end;
    return true;
}

bool lct_grow(void) {
    uint32_t first = 0;
    __atomic_store_n(&lct_w.control->config.max_executions, UINT64_MAX, __ATOMIC_RELAXED); /* steps are limited */
    g.count = lct_sizes_of(lct_w.test, g.sizes, config()->grow);
    for (unsigned i = 0; i < g.count && first < LCT_SCENARIOS; i++)
        if (!explore_size(i, &first)) break;
    return !lct_hopeless();
}
