/* Happens-before: which steps depend on which, and which of them race.
 *
 * Two steps of different threads depend on each other if they touch the same memory and one of them writes, if they use
 * the same lock or the like, or if one ends an operation and the other begins one: the order of a return and a call can
 * be seen in the history, so that reduction must not mix it up.  (Calls among themselves, and returns, have no order in
 * a history.  With links, see record_links.h, histories are judged for all these orders, and where histories are
 * listed, see interval_orders.h, those of all orders come of one execution: then no order is explored.)  The order this
 * gives is kept as vector clocks.  Two steps *race* if they depend on each other and nothing between them forces their
 * order; reversing them gives a different execution.
 *
 * For each location the last write and, since then, the last read of each thread are enough to find all races of a new
 * step: candidates are looked at from the latest to the earliest, and one that is before a later candidate is ordered
 * already (Flanagan and Godefroid, POPL 2005; Abdulla et al., JACM 2017, for the definition of a race).  A step that
 * waits may race with earlier ones, too: happens_waiting.c finds these.
 *
 * happens_memory.c keeps these, happens_shadows.c deals with plain accesses that are no steps of their own.
 */

#include "target/explore/happens_parts.h"

/* One location gives one more than there are threads, the order of calls and returns two for each thread. */
enum { CANDIDATES = 4 * LCT_THREADS };

/* ---- candidates for races ---- */

/* Steps that a new one may race with, and steps it merely comes after. */
typedef struct candidates {
    lct_last_use racing[CANDIDATES];
    unsigned count;
    lct_last_use after[CANDIDATES];
    unsigned after_count;
} candidates;

/* Of each thread only the latest, for a step of many bytes: a step after that is after the earlier ones, too. */
__attribute__((noinline)) static unsigned keep_latest(lct_last_use *all, unsigned count) {
    lct_last_use latest[LCT_THREADS];
    lct_mask seen = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned thread = lct_event_of(all[i])->thread;
        if (!(seen >> thread & 1) || latest[thread] < all[i]) latest[thread] = all[i];
        seen |= lct_bit(thread);
    }
    unsigned kept = 0;
    for (; seen; seen &= (lct_mask)(seen - 1)) all[kept++] = latest[lct_first(seen)];
    return kept;
}

static inline void may_race(candidates *c, lct_last_use earlier) {
    if (earlier < 0) return;
    if (c->count == CANDIDATES) c->count = keep_latest(c->racing, c->count);
    c->racing[c->count++] = earlier;
}

static void comes_after(candidates *c, lct_last_use earlier) {
    if (earlier < 0) return;
    if (c->after_count == CANDIDATES) c->after_count = keep_latest(c->after, c->after_count);
    c->after[c->after_count++] = earlier;
}

static void readers_may_race(candidates *c, const lct_location *l, unsigned thread) {
    for (lct_mask left = lct_other_readers(l, thread); left; left &= (lct_mask)(left - 1))
        may_race(c, l->read[lct_first(left)]);
}

static inline void touch(candidates *c, uint32_t index, uint32_t step, lct_access access, unsigned thread) {
    lct_location *l = &lct_h.locations[index];
    switch (access) {
    case LCT_READ: may_race(c, l->write); break;
    case LCT_WRITE:
    case LCT_RELEASE:
        readers_may_race(c, l, thread);
        may_race(c, l->write);
        break;
    case LCT_ACQUIRE: /* competes with the earlier owner, and comes after the release */
        readers_may_race(c, l, thread);
        may_race(c, l->taken);
        comes_after(c, l->write);
        break;
    case LCT_SHARE:
        may_race(c, l->taken);
        comes_after(c, l->write);
        break;
    default: return;
    }
    lct_location_changes(index, thread);
    switch (access) {
    case LCT_READ:
    case LCT_SHARE: lct_location_read(l, thread, lct_use_step(step)); break;
    case LCT_RELEASE: l->write = lct_use_step(step); break;
    default: lct_location_written(l, lct_use_step(step));
    }
}

static void touch_bytes(candidates *c, const lct_step_event *e, uint32_t step) {
    for (uintptr_t at = e->address, end = at + e->size; at < end;)
        touch(c, lct_location_at(&at, end), step, (lct_access)e->access, e->thread);
}

static void remember_last(uint32_t what, lct_last_use *last, unsigned thread, uint32_t step) {
    lct_remember((lct_happens_change){.location = what, .thread = (uint8_t)thread, .read = last[thread]});
    last[thread] = lct_use_step(step);
}

static void touch_history(candidates *c, const lct_step_event *e, uint32_t step) {
    for (unsigned t = 0; t < lct_m.thread_count; t++) {
        if (t == e->thread) continue;
        if (e->calls) may_race(c, lct_h.returns[t]);
        if (e->returns) may_race(c, lct_h.calls[t]);
    }
    if (e->calls) remember_last(LCT_CALLS, lct_h.calls, e->thread, step);
    if (e->returns) remember_last(LCT_RETURNS, lct_h.returns, e->thread, step);
}

static void comes_after_bytes(candidates *c, uintptr_t address, uint32_t size) {
    for (uintptr_t at = address, end = at + size; at < end;)
        comes_after(c, lct_h.locations[lct_location_at(&at, end)].write);
}

/* The last step of a thread before this one; -1: there is none. */
static int32_t last_before(unsigned thread, uint32_t step) {
    int32_t last = lct_t.last[thread];
    while (last >= (int32_t)step) last = lct_t.events[last].before;
    return last;
}

/* All that a thread did before it ended, its shadows included. */
static void touch_ended(candidates *c, unsigned thread, uint32_t step) {
    int32_t last = last_before(thread, step);
    if (last >= 0) comes_after(c, lct_use_shadow((uint32_t)last));
}

static void touch_all_ended(candidates *c, unsigned but, uint32_t step) {
    for (unsigned t = 0; t < lct_m.thread_count; t++)
        if (t != but) touch_ended(c, t, step);
}

static void touch_joined(candidates *c, const lct_step_event *e, uint32_t step) {
    if (e->address < LCT_THREADS) touch_ended(c, (unsigned)e->address, step);
    else touch_all_ended(c, e->thread, step);
}

static void touch_all(candidates *c, const lct_step_event *e, uint32_t step) {
    for (unsigned t = 0; t < lct_m.thread_count; t++) {
        int32_t last = t == e->thread ? -1 : last_before(t, step);
        if (last >= 0) may_race(c, lct_use_step((uint32_t)last));
    }
}

static void sort_latest_first(lct_last_use *at, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        lct_last_use moving = at[i];
        unsigned k = i;
        for (; k && at[k - 1] < moving; k--) at[k] = at[k - 1];
        at[k] = moving;
    }
}

/* ---- a step ---- */

static const lct_step_event nothing = {0};

/* The thread's clock before the step.  A new thread inherits the clock that its creator had before starting it. */
static inline lct_clock clock_before(const lct_step_event *e) {
    if (e->before >= 0) return lct_t.events[e->before].clock;
    int32_t born = lct_t.born[e->thread];
    if (born < 0) return nothing.clock;
    const lct_step_event *creator = &lct_t.events[born];
    lct_clock clock = creator->clock;
    ((int16_t *)&clock)[creator->thread] = (int16_t)(creator->number + 1);
    return clock;
}

/* Leaves in `c` the steps it races with, and returns their number. */
static unsigned find_races(candidates *c, lct_step_event *e) {
    if (c->count > 1) sort_latest_first(c->racing, c->count);
    lct_clock clock = clock_before(e);
    unsigned races = 0;
    for (unsigned i = 0; i < c->count; i++) {
        lct_last_use a = c->racing[i];
        if (lct_is_after(&clock, a, e->thread)) continue;
        clock = lct_clock_join(clock, lct_event_of(a)->clock);
        if (lct_is_shadow(a)) lct_shadow_races(a, e->address, e->size);
        else c->racing[races++] = a;
    }
    for (unsigned i = 0; i < c->after_count; i++) {
        unsigned other = lct_event_of(c->after[i])->thread;
        int16_t ticks = lct_ticks_needed(c->after[i]); /* one more than its clock has, if it is a shadow */
        clock = lct_clock_join(clock, lct_event_of(c->after[i])->clock);
        if (lct_clock_at(&clock, other) < ticks) ((int16_t *)&clock)[other] = ticks;
    }
    e->clock = clock;
    ((int16_t *)&e->clock)[e->thread] = e->number; /* after the whole: a part written first would stall the rest */
    return races;
}

/* Joins the clock of another access.  False: that is a shadow which the step may race with. */
static inline bool join_one(lct_clock *clock, lct_last_use a, unsigned thread) {
    if (a < 0 || lct_is_after(clock, a, thread)) return true;
    if (lct_is_shadow(a)) return false;
    *clock = lct_clock_join(*clock, lct_event_of(a)->clock);
    return true;
}

/* A read or write where the racing steps are not needed: all that it comes after is joined, in any order.  False:
 * nothing was done, because it is not that simple. */
static inline bool add_simple(lct_step_event *e, uint32_t index) {
    if (e->access != LCT_READ && e->access != LCT_WRITE) return false;
    if (e->after || e->after_step >= 0 || e->after_all) return false;
    uint32_t at = lct_location_at(&(uintptr_t){e->address}, e->address + e->size);
    lct_location *l = &lct_h.locations[at];
    if (l->low != e->address || l->size != e->size) return false;
    unsigned thread = e->thread;
    lct_clock clock = clock_before(e);
    if (!join_one(&clock, l->write, thread)) return false;
    if (e->access == LCT_WRITE)
        for (lct_mask left = lct_other_readers(l, thread); left; left &= (lct_mask)(left - 1))
            if (!join_one(&clock, l->read[lct_first(left)], thread)) return false;
    lct_location_changes(at, thread);
    if (e->access == LCT_READ) lct_location_read(l, thread, lct_use_step(index));
    else lct_location_written(l, lct_use_step(index));
    e->clock = lct_clock_with(clock, thread, e->number);
    return true;
}

static void races(uint32_t earlier, const lct_waiting_step *w) {
    lct_t.strategy->race(earlier, (uint32_t)(w->step - lct_t.events));
}

static void find_races_of_waiting(const lct_step_event *e, uint32_t index) {
    lct_waiting_step w = {.step = e, .before = clock_before(e), .came_after = lct_t.born[e->thread]};
    if (e->before > w.came_after) w.came_after = e->before;
    lct_happens_waiting(&w, index, races);
}

__attribute__((noinline)) static void add_step(lct_step_event *e, uint32_t index) {
    candidates c;
    c.count = c.after_count = 0;
    if (e->after) comes_after_bytes(&c, e->after, e->after_size);
    if (e->after_step >= 0) comes_after(&c, lct_use_step((uint32_t)e->after_step));
    if (e->after_all) touch_all_ended(&c, e->thread, index);
    if (e->access == LCT_JOIN) touch_joined(&c, e, index);
    else if (e->access == LCT_END) touch_all(&c, e, index);
    else if (e->access != LCT_LOCAL) touch_bytes(&c, e, index);
    /* Only reduction needs this dependence. */
    if (lct_t.history_edges && !lct_t.linked && lct_t.strategy->race && (e->calls || e->returns))
        touch_history(&c, e, index);
    unsigned count = find_races(&c, e);
    if (!lct_t.strategy->race || !count) return;
    if (e->waits) find_races_of_waiting(e, index);
    else
        for (unsigned i = 0; i < count; i++) lct_t.strategy->race(lct_step_of(c.racing[i]), index);
}

void lct_happens_add(uint32_t from, uint32_t to) {
    for (uint32_t index = from; index < to; index++) {
        lct_step_event *e = &lct_t.events[index];
        lct_t.nodes[index].undo = lct_h.change_count;
        if (index < (uint32_t)lct_m.depth) lct_t.processed = index + 1;
        if (lct_t.strategy->race || !add_simple(e, index)) add_step(e, index);
        if (e->shadows < lct_shadows_end(index)) lct_happens_shadows(index);
    }
}

static bool overlap(const lct_step_event *e, const lct_step *s) {
    return e->address < s->address + s->size && s->address < e->address + e->size;
}

bool lct_depends(const lct_step_event *e, unsigned thread, bool returns, bool reads) {
    const lct_thread *t = &lct_m.threads[thread];
    if (lct_t.history_edges && !lct_t.linked && ((e->calls && returns) || (e->returns && t->call_pending))) return true;
    const lct_step *s = &t->pending;
    lct_access access = reads ? LCT_READ : (lct_access)s->access;
    if (access == LCT_END || e->access == LCT_END) return true;
    if (access == LCT_LOCAL || access == LCT_JOIN || e->access == LCT_LOCAL || e->access == LCT_JOIN) return false;
    if (!overlap(e, s)) return false;
    return !(access == LCT_READ && e->access == LCT_READ) && !(access == LCT_SHARE && e->access == LCT_SHARE);
}
