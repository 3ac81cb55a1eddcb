/* What is found out about the program on the way: plain accesses that race, told by where they stand, are steps; and
 * where loops begin that may wait.
 *
 * A plain access that races with none needs no step of its own.  Whether it does is found out on the way; when it does,
 * the tree is started again.  What one worker finds the others must know as well, because what a task is depends on it.
 */
#include <string.h>

#include "target/explore/worker.h"
#include "target/runtime/retry.h"

enum { SLOTS = 2 * LC_RACY_PCS };
#define LOOP ((uintptr_t)1 << 63) /* marks the beginning of a loop */

typedef struct pcs {
    uintptr_t at[SLOTS];
    uint32_t count;
} pcs;

static pcs known LC_STATE = {0}, found LC_STATE = {0};
static bool stacks_found LC_STATE = false;

static uintptr_t *slot_of(pcs *set, uintptr_t pc) {
    uint32_t i = (uint32_t)(pc * 0x9e3779b97f4a7c15u >> 40) % SLOTS;
    while (set->at[i] && set->at[i] != pc) i = (i + 1) % SLOTS;
    return &set->at[i];
}

static bool add(pcs *set, uintptr_t pc) {
    uintptr_t *slot = slot_of(set, pc);
    if (*slot) return false;
    if (set->count == LC_RACY_PCS) { /* so many that telling them apart is of no use any more */
        lc_m.all_plain = true;
        return false;
    }
    *slot = pc;
    set->count++;
    return true;
}

bool lc_racy(uintptr_t pc) { return known.count && *slot_of(&known, pc); }

void lc_racy_found(uintptr_t pc) {
    if (!lc_racy(pc) && add(&found, pc)) lc_t.new_races = true;
}

void lc_racy_loop(uintptr_t pc) {
    if (add(&found, pc | LOOP)) lc_t.new_races = true;
}

/* Takes effect. */
static bool know(uintptr_t what) {
    if (!add(&known, what)) return false;
    lc_m.some_racy = true;
    if (what & LOOP) lc_retry_learn(what & ~LOOP);
    return true;
}

void lc_racy_stacks(void) {
    stacks_found = true;
    lc_t.new_races = true;
}

void lc_racy_apply(void) {
    for (uint32_t i = 0; i < SLOTS; i++)
        if (found.at[i]) know(found.at[i]);
    memset(&found, 0, sizeof found);
    if (stacks_found) lc_m.stacks_shared = true;
    stacks_found = false;
    lc_t.new_races = false;
}

void lc_racy_forget(void) {
    memset(&known, 0, sizeof known);
    memset(&found, 0, sizeof found);
    stacks_found = lc_m.stacks_shared = lc_m.some_racy = false;
    lc_retry_forget();
}

static void publish(const pcs *set) {
    lc_control *c = lc_w.control;
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (!set->at[i]) continue;
        uint32_t at = __atomic_fetch_add(&c->racy_count, 1, __ATOMIC_RELAXED);
        if (at < LC_RACY_PCS) __atomic_store_n(&c->racy[at], set->at[i], __ATOMIC_RELEASE);
    }
}

void lc_racy_publish(void) {
    publish(&found);
    publish(&known);
    if (stacks_found || lc_m.stacks_shared) __atomic_store_n(&lc_w.control->stacks_shared, 1, __ATOMIC_RELAXED);
}

bool lc_racy_import(void) {
    const lc_control *c = lc_w.control;
    uint32_t before = known.count, count = __atomic_load_n(&c->racy_count, __ATOMIC_ACQUIRE);
    bool stacks = lc_m.stacks_shared;
    for (uint32_t i = 0; i < count && i < LC_RACY_PCS; i++) know(__atomic_load_n(&c->racy[i], __ATOMIC_ACQUIRE));
    if (count > LC_RACY_PCS) lc_m.all_plain = true;
    if (__atomic_load_n(&c->stacks_shared, __ATOMIC_RELAXED)) lc_m.stacks_shared = true;
    memset(&found, 0, sizeof found);
    stacks_found = false;
    lc_t.new_races = false;
    return known.count > before || lc_m.stacks_shared != stacks;
}
