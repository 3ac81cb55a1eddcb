/* Plain accesses that are no steps of their own ("shadows") come after the access of their step: other steps are after
 * them only if they are after the thread's next step.  A shadow that races is no reason to reverse anything, but to
 * make it a step.
 */
#include "target/explore/happens_parts.h"

void lct_shadow_races(lct_last_use u, uintptr_t low, uint32_t size) {
    uint32_t step = lct_step_of(u);
    for (uint32_t i = lct_t.events[step].shadows, end = lct_shadows_end(step); i < end; i++) {
        const lct_shadow *s = &lct_t.shadows[i];
        if (low < s->address + s->size && s->address < low + size) lct_promote(s->pc);
    }
}

static inline void compare(lct_last_use earlier, const lct_step_event *e, const lct_location *l, uintptr_t pc) {
    if (earlier < 0 || lct_is_after(&e->clock, earlier, e->thread)) return;
    lct_promote(pc);
    if (lct_is_shadow(earlier)) lct_shadow_races(earlier, l->low, l->size);
}

static LCT_INLINE void touch(const lct_shadow *s, uint32_t index, uint32_t step) {
    const lct_step_event *e = &lct_t.events[step];
    unsigned thread = e->thread;
    lct_location *l = &lct_h.locations[index];
    compare(l->write, e, l, s->pc);
    if (s->writes)
        for (lct_mask left = lct_other_readers(l, thread); left; left &= (lct_mask)(left - 1))
            compare(l->read[lct_first(left)], e, l, s->pc);
    lct_last_use mine = lct_use_shadow(step);
    if (s->writes ? l->write == mine && !l->readers : (l->readers >> thread & 1) && l->read[thread] == mine) return;
    lct_location_changes(index, thread);
    if (s->writes) lct_location_written(l, mine);
    else lct_location_read(l, thread, mine);
}

void lct_happens_shadows(uint32_t step) {
    for (uint32_t i = lct_t.events[step].shadows, last = lct_shadows_end(step); i < last; i++) {
        const lct_shadow *s = &lct_t.shadows[i];
        for (uintptr_t at = s->address, end = at + s->size; at < end;) touch(s, lct_location_at(&at, end), step);
    }
}
