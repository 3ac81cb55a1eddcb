#include "target/runtime/weaker.h"

#include "target/runtime/stack.h"

uint64_t lc_weaker_keys[LC_WEAKER_SLOTS] LC_STATE = {0};
lc_weaker_place lc_weaker_places[LC_WEAKER_SLOTS] LC_STATE = {0};

/* So many that a slot is found soon.  Places beyond them are left out: the report is about the memory model, and it
 * says that with any number of places. */
enum { MOST = LC_WEAKER_SLOTS * 3 / 4 };
static uint32_t count LC_STATE = 0;

/* Can other threads tell which order it is?  In the part of an execution that is known it was noted before. */
static bool matters(void) { return lc_m.watching && lc_m.in_code && !lc_m.frozen && !lc_m.speculating && !lc_known(); }

__attribute__((noinline)) void lc_weaker_note(uint64_t key, uintptr_t address) {
    if (!matters()) return;
    uint32_t slot = lc_weaker_slot(key);
    while (lc_weaker_keys[slot] && lc_weaker_keys[slot] != key) slot = (slot + 1) % LC_WEAKER_SLOTS;
    if (lc_weaker_keys[slot] || count == MOST) return;
    count++;
    lc_weaker_keys[slot] = key;
    lc_weaker_place *p = &lc_weaker_places[slot];
    *p = (lc_weaker_place){.key = key, .address = address};
    p->frame_count = (uint32_t)lc_call_chain(lc_weaker_pc(key), p->frames, LC_WEAKER_FRAMES);
}
