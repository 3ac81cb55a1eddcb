#include "target/explore/share.h"

#include <unistd.h>

#include "target/explore/sample.h"
#include "target/explore/worker.h"

bool lct_share_claim(void) {
    uint64_t task = ++lct_w.task;
    lct_w.execution = 0;
    lct_control *c = lct_w.control;
    if (c->config.jobs < 2) return true;
    /* With more tasks than there is room to claim, they are dealt out in turn. */
    if (task >= LCT_TASKS) return task % c->config.jobs == lct_w.number;
    uint64_t bit = (uint64_t)1 << task % 64;
    return !(__atomic_fetch_or(&c->claimed[task / 64], bit, __ATOMIC_RELAXED) & bit);
}

bool lct_share_enter(uint32_t depth) {
    if (depth != lct_t.split || depth == 0) return true;
    if (!lct_t.counting) return lct_share_claim();
    lct_t.counted++;
    return false;
}

uint64_t lct_share_seed(void) {
    const lct_config *config = &lct_w.control->config;
    uint64_t number = lct_w.task * LCT_SAMPLES + lct_w.execution;
    return lct_splitmix_mix(lct_splitmix_mix(config->seed + 0x9e3779b97f4a7c15u) ^ number);
}

/* The worker that found something may have left already, and work after the meeting is of no use any more. */
static bool is_over(void) {
    const lct_control *c = lct_w.control;
    return lct_stopping() || (!c->config.all_failures && __atomic_load_n(&c->first_failure, __ATOMIC_RELAXED));
}

bool lct_share_meet(void) {
    lct_control *c = lct_w.control;
    uint32_t generation = __atomic_load_n(&c->generation, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&c->arrived, 1, __ATOMIC_ACQ_REL) == c->config.jobs) {
        __atomic_store_n(&c->arrived, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&c->generation, generation + 1, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(&c->generation, __ATOMIC_ACQUIRE) == generation && !is_over()) usleep(100);
    return !is_over();
}
