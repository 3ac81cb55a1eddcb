/* Findings about the program on the way: plain accesses that race, identified by their position in the code, are steps;
 * and where loops begin that may wait.
 *
 * A plain access that races with none needs no step of its own.  Whether it does is found out on the way; when it does,
 * the tree is started again.  The findings of one worker must reach all of them, because the extent of a task depends
 * on them.
 */
#include <string.h>

#include "target/explore/worker.h"
#include "target/runtime/retry.h"
#include "target/runtime/versions.h"

enum { SLOTS = 2 * LCT_PROMOTED_PCS };
#define LOOP  ((uintptr_t)1 << 63) /* marks the beginning of a loop, */
#define BLOCK ((uintptr_t)1 << 62) /* and memory whose atomic accesses overlap in part */

typedef struct pcs {
    uintptr_t at[SLOTS];
    uint32_t count;
} pcs;

static pcs applied LCT_STATE = {0}, found LCT_STATE = {0};
static bool stacks_found LCT_STATE = false;

static uintptr_t *slot_of(pcs *set, uintptr_t pc) {
    uint32_t i = (uint32_t)(pc * 0x9e3779b97f4a7c15u >> 40) % SLOTS;
    while (set->at[i] && set->at[i] != pc) i = (i + 1) % SLOTS;
    return &set->at[i];
}

static bool add(pcs *set, uintptr_t pc) {
    uintptr_t *slot = slot_of(set, pc);
    if (*slot) return false;
    if (set->count == LCT_PROMOTED_PCS) { /* so many that distinguishing them is of no use any more */
        lct_m.all_plain = true;
        return false;
    }
    *slot = pc;
    set->count++;
    return true;
}

bool lct_is_promoted(uintptr_t pc) { return applied.count && *slot_of(&applied, pc); }

void lct_promote(uintptr_t pc) {
    if (!lct_is_promoted(pc) && add(&found, pc)) lct_t.new_races = true;
}

void lct_promote_loop(uintptr_t pc) {
    if (add(&found, pc | LOOP)) lct_t.new_races = true;
}

void lct_promote_block(uintptr_t address) {
    lct_versions_merge(address); /* also where it was found before, for another scenario */
    add(&found, address / 16 | BLOCK);
    lct_t.new_races = true;
}

/* Takes effect. */
static bool promote(uintptr_t what) {
    if (!add(&applied, what)) return false;
    if (what & BLOCK && !(what & LOOP)) {
        lct_versions_merge((what & ~BLOCK) * 16);
        return true;
    }
    lct_m.some_promoted = true;
    if (what & LOOP) lct_retry_learn(what & ~LOOP);
    return true;
}

void lct_promoted_blocks(void (*visit)(uint64_t)) {
    for (uint32_t i = 0; i < SLOTS; i++)
        if (applied.at[i] & BLOCK && !(applied.at[i] & LOOP)) visit(applied.at[i]);
}

void lct_promote_stacks(void) {
    stacks_found = true;
    lct_t.new_races = true;
}

void lct_promoted_apply(void) {
    for (uint32_t i = 0; i < SLOTS; i++)
        if (found.at[i]) promote(found.at[i]);
    memset(&found, 0, sizeof found);
    if (stacks_found) lct_m.stacks_shared = true;
    stacks_found = false;
    lct_t.new_races = false;
}

void lct_promoted_forget(void) {
    memset(&applied, 0, sizeof applied);
    memset(&found, 0, sizeof found);
    stacks_found = lct_m.stacks_shared = lct_m.some_promoted = false;
    lct_retry_forget();
}

static void publish(const pcs *set) {
    lct_control *c = lct_w.control;
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (!set->at[i]) continue;
        uint32_t at = __atomic_fetch_add(&c->promoted_count, 1, __ATOMIC_RELAXED);
        if (at < LCT_PROMOTED_PCS) __atomic_store_n(&c->promoted[at], set->at[i], __ATOMIC_RELEASE);
    }
}

void lct_promoted_publish(void) {
    publish(&found);
    publish(&applied);
    if (stacks_found || lct_m.stacks_shared) __atomic_store_n(&lct_w.control->stacks_shared, 1, __ATOMIC_RELAXED);
}

bool lct_promoted_import(void) {
    const lct_control *c = lct_w.control;
    uint32_t before = applied.count, count = __atomic_load_n(&c->promoted_count, __ATOMIC_ACQUIRE);
    bool stacks = lct_m.stacks_shared;
    for (uint32_t i = 0; i < count && i < LCT_PROMOTED_PCS; i++)
        promote(__atomic_load_n(&c->promoted[i], __ATOMIC_ACQUIRE));
    if (count > LCT_PROMOTED_PCS) lct_m.all_plain = true;
    if (__atomic_load_n(&c->stacks_shared, __ATOMIC_RELAXED)) lct_m.stacks_shared = true;
    memset(&found, 0, sizeof found);
    stacks_found = false;
    lct_t.new_races = false;
    return applied.count > before || lct_m.stacks_shared != stacks;
}
