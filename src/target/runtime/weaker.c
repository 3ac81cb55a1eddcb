#include "target/runtime/weaker.h"

#include "target/runtime/stack.h"

uint64_t lct_weaker_keys[LCT_WEAKER_SLOTS] LCT_STATE = {0};
lct_weaker_place lct_weaker_places[LCT_WEAKER_SLOTS] LCT_STATE = {0};

/* Places beyond LCT_WEAKER_MOST are left out: the report is about the memory model, and it states that with any number
 * of places. */
static uint32_t count LCT_STATE = 0, kinds LCT_STATE = 0;

uint32_t lct_weaker_executed(void) { return kinds; }
uint32_t lct_weaker_count(void) { return count; }

/* Can other threads observe which order it is?  In the part of an execution that is known it was noted before. */
static bool matters(void) {
    return lct_m.watching && lct_m.in_code && !lct_m.frozen && !lct_m.speculating && !lct_is_prefix();
}

__attribute__((noinline)) void lct_weaker_note(uint64_t key, uintptr_t address) {
    if (!matters()) return;
    uint32_t slot = lct_weaker_slot(key);
    while (lct_weaker_keys[slot] && lct_weaker_keys[slot] != key) slot = (slot + 1) % LCT_WEAKER_SLOTS;
    if (lct_weaker_keys[slot] || count == LCT_WEAKER_MOST) return;
    count++;
    if (lct_weaker_order_of(key) != __ATOMIC_SEQ_CST) kinds |= (uint32_t)1 << lct_weaker_kind_of(key);
    lct_weaker_keys[slot] = key;
    lct_weaker_place *p = &lct_weaker_places[slot];
    *p = (lct_weaker_place){.key = key, .address = address};
    p->frame_count = (uint32_t)lct_call_chain(lct_weaker_pc(key), p->frames, LCT_WEAKER_FRAMES);
}
