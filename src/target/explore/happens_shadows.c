/* Plain accesses that are no steps of their own ("shadows") come after the access of their step: others are after them
 * only if they are after the thread's next step.  A shadow that races is no reason to reverse anything, but to make it
 * a step.
 */
#include "target/explore/happens_parts.h"

void lc_shadow_races(lc_last_use u, uintptr_t low, uint32_t size) {
    uint32_t step = lc_step_of(u);
    for (uint32_t i = lc_t.events[step].shadows, end = lc_shadows_end(step); i < end; i++) {
        const lc_shadow *s = &lc_t.shadows[i];
        if (low < s->address + s->size && s->address < low + size) lc_racy_found(s->pc);
    }
}

static inline void compare(lc_last_use earlier, const lc_step_event *e, const lc_location *l, uintptr_t pc) {
    if (earlier < 0 || lc_is_after(&e->clock, earlier, e->thread)) return;
    lc_racy_found(pc);
    if (lc_is_shadow(earlier)) lc_shadow_races(earlier, l->low, l->size);
}

static LC_INLINE void touch(const lc_shadow *s, uint32_t index, uint32_t step) {
    const lc_step_event *e = &lc_t.events[step];
    unsigned thread = e->thread;
    lc_location *l = &lc_h.locations[index];
    compare(l->write, e, l, s->pc);
    if (s->writes)
        for (lc_mask left = lc_other_readers(l, thread); left; left &= (lc_mask)(left - 1))
            compare(l->read[__builtin_ctz(left)], e, l, s->pc);
    lc_last_use mine = lc_use_shadow(step);
    if (s->writes ? l->write == mine && !l->readers : (l->readers >> thread & 1) && l->read[thread] == mine) return;
    lc_location_changes(index, thread);
    if (s->writes) lc_location_written(l, mine);
    else lc_location_read(l, thread, mine);
}

void lc_happens_shadows(uint32_t step) {
    for (uint32_t i = lc_t.events[step].shadows, last = lc_shadows_end(step); i < last; i++) {
        const lc_shadow *s = &lc_t.shadows[i];
        for (uintptr_t at = s->address, end = at + s->size; at < end;) touch(s, lc_location_at(&at, end), step);
    }
}
