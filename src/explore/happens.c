/* Happens-before: which steps depend on which, and which of them race.
 *
 * Two steps of different threads depend on each other if they touch the same memory and one of them writes, if they use
 * the same lock or the like, or if one ends an operation and the other begins one: the order of a return and a call can
 * be seen in the history, so that reduction must not mix it up.  (Calls among themselves, and returns, have no order in
 * a history.)  The order this gives is kept as vector clocks.  Two steps *race* if they depend on each other and
 * nothing between them forces their order; reversing them gives a different execution.
 *
 * For each location the last write and, since then, the last read of each thread are enough to find all races of a new
 * step: candidates are looked at from the latest to the earliest, and one that is before a later candidate is ordered
 * already (Flanagan and Godefroid, POPL 2005; Abdulla et al., JACM 2017, for the definition of a race).
 *
 * Plain accesses that are no steps of their own ("shadows") come after the access of their step: others are after them
 * only if they are after the thread's next step.  A shadow that races is no reason to reverse anything, but to make it
 * a step.
 *
 * Everything that is added can be taken back, because the next execution shares the beginning of this one.
 */
#include <string.h>

#include "explore/tree.h"

/* An access: the number of its step, twice, and one more if it is a shadow; -1: none. */
typedef int32_t access_of;
static access_of by_step(uint32_t step) { return (access_of)(step * 2); }
static access_of by_shadow(uint32_t step) { return (access_of)(step * 2 + 1); }
static const lc_event *step_of(access_of a) { return &lc_t.events[a / 2]; }
/* How many steps of its thread somebody must be after to be after this access. */
static int16_t needed(access_of a) { return (int16_t)(step_of(a)->number + a % 2); }

typedef struct location {
    uintptr_t low;
    uint32_t size;
    access_of write; /* last one that wrote, acquired or released */
    access_of taken; /* last one that wrote or acquired */
    lc_mask readers; /* threads that read, or shared, since `taken` */
    access_of read[LC_THREADS];
} location;

/* Eight bytes of memory: which location each belongs to (0: none yet). */
typedef struct granule {
    uintptr_t key; /* address / 8 + 1; 0: unused */
    uint32_t at[8];
} granule;

typedef struct change {
    uint32_t location; /* or CALLS, RETURNS */
    access_of write, taken;
    access_of read; /* of `thread`, or its last call or return */
    lc_mask readers;
    uint8_t thread;
} change;

enum { GRANULES = 1 << 20, LOCATIONS = 1 << 20, CHANGES = 1 << 22, CANDIDATES = 128, AFTER = 40 };
enum { CALLS = UINT32_MAX - 1, RETURNS = UINT32_MAX };

static struct {
    granule *granules;
    uint32_t granule_count;
    location *locations;
    uint32_t location_count;
    change *changes;
    uint32_t change_count;
    access_of calls[LC_THREADS], returns[LC_THREADS]; /* last step of each thread that begins, ends an operation */
} h LC_STATE = {0};

void lc_happens_init(void) {
    h.granules = lc_reserve(GRANULES * sizeof *h.granules);
    h.locations = lc_reserve(LOCATIONS * sizeof *h.locations);
    h.changes = lc_reserve(CHANGES * sizeof *h.changes);
    h.location_count = 1;
    lc_happens_clear();
}

void lc_happens_clear(void) {
    if (h.granule_count > GRANULES / 2) { /* addresses differ from execution to execution: do not let them pile up */
        memset(h.granules, 0, GRANULES * sizeof *h.granules);
        h.granule_count = 0;
        h.location_count = 1;
    }
    for (uint32_t i = 1; i < h.location_count; i++) {
        location *l = &h.locations[i];
        l->write = l->taken = -1;
        l->readers = 0;
    }
    memset(h.calls, 0xff, sizeof h.calls);
    memset(h.returns, 0xff, sizeof h.returns);
    h.change_count = 0;
}

uint32_t lc_happens_mark(void) { return h.change_count; }

void lc_happens_undo(uint32_t mark) {
    while (h.change_count > mark) {
        const change *c = &h.changes[--h.change_count];
        if (c->location == CALLS) h.calls[c->thread] = c->read;
        else if (c->location == RETURNS) h.returns[c->thread] = c->read;
        else {
            location *l = &h.locations[c->location];
            l->write = c->write;
            l->taken = c->taken;
            l->readers = c->readers;
            l->read[c->thread] = c->read;
        }
    }
}

/* ---- locations ---- */

static inline granule *granule_at(uintptr_t address) {
    uintptr_t key = address / 8 + 1;
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 44) % GRANULES;
    while (h.granules[i].key != key) {
        if (!h.granules[i].key) {
            if (h.granule_count == GRANULES - 1) lc_stop(LC_TOO_LONG);
            h.granules[i].key = key;
            h.granule_count++;
            break;
        }
        i = (i + 1) % GRANULES;
    }
    return &h.granules[i];
}

static uint32_t location_new(granule *g, uintptr_t low, uint32_t size) {
    if (h.location_count == LOCATIONS) lc_stop(LC_TOO_LONG);
    uint32_t index = h.location_count++;
    h.locations[index] = (location){.low = low, .size = size, .write = -1, .taken = -1};
    for (uint32_t i = 0; i < size; i++) g->at[(low + i) % 8] = index;
    return index;
}

/* The locations that the bytes [address, address + size) belong to; they lie in one granule.  Accesses of one size make
 * one location each; where sizes are mixed, an access has several. */
static unsigned locations_of(uintptr_t address, uint32_t size, uint32_t out[8]) {
    granule *g = granule_at(address);
    uint32_t first = g->at[address % 8];
    if (LC_LIKELY(first && h.locations[first].low == address && h.locations[first].size == size)) {
        out[0] = first;
        return 1;
    }
    unsigned count = 0;
    for (uintptr_t a = address, end = address + size; a < end;) {
        uint32_t at = g->at[a % 8];
        if (!at) {
            uint32_t gap = 1;
            while (a + gap < end && !g->at[(a + gap) % 8]) gap++;
            at = location_new(g, a, gap);
        }
        out[count++] = at;
        a = h.locations[at].low + h.locations[at].size;
    }
    return count;
}

static inline void remember(uint32_t index, unsigned thread) {
    if (h.change_count == CHANGES) lc_stop(LC_TOO_LONG);
    const location *l = &h.locations[index];
    h.changes[h.change_count++] = (change){.location = index,
                                           .write = l->write,
                                           .taken = l->taken,
                                           .readers = l->readers,
                                           .thread = (uint8_t)thread,
                                           .read = l->read[thread]};
}

/* ---- races ---- */

/* Steps that a new one may race with, and steps it merely comes after. */
typedef struct candidates {
    int32_t racing[CANDIDATES];
    unsigned count;
    int32_t taken[AFTER]; /* of them, who had before what is to be acquired now */
    unsigned taken_count;
    int32_t after[AFTER];
    unsigned after_count;
} candidates;

static inline void may_race(candidates *c, int32_t step) {
    if (step >= 0 && c->count < CANDIDATES) c->racing[c->count++] = step;
}

static void comes_after(candidates *c, int32_t step) {
    if (step >= 0 && c->after_count < AFTER) c->after[c->after_count++] = step;
}

/* Who waits for a lock could have been before whoever had it, whatever others saw of that in between: those could only
 * see it because the lock was taken. */
static inline void competes(candidates *c, int32_t step) {
    may_race(c, step);
    if (step >= 0 && c->taken_count < AFTER) c->taken[c->taken_count++] = step;
}

static void readers_may_race(candidates *c, const location *l, unsigned thread) {
    for (lc_mask left = l->readers & (lc_mask) ~(1u << thread); left; left &= (lc_mask)(left - 1))
        may_race(c, l->read[__builtin_ctz(left)]);
}

static inline void touch(candidates *c, uint32_t index, uint32_t step, lc_access access, unsigned thread) {
    location *l = &h.locations[index];
    switch (access) {
    case LC_READ: may_race(c, l->write); break;
    case LC_WRITE:
    case LC_RELEASE:
        readers_may_race(c, l, thread);
        may_race(c, l->write);
        break;
    case LC_ACQUIRE: /* competes with who had it before, and comes after who gave it back */
        for (lc_mask left = l->readers & (lc_mask) ~(1u << thread); left; left &= (lc_mask)(left - 1))
            competes(c, l->read[__builtin_ctz(left)]);
        competes(c, l->taken);
        comes_after(c, l->write);
        break;
    case LC_SHARE:
        competes(c, l->taken);
        comes_after(c, l->write);
        break;
    default: return;
    }
    remember(index, thread);
    switch (access) {
    case LC_READ:
    case LC_SHARE:
        l->readers |= (lc_mask)(1u << thread);
        l->read[thread] = by_step(step);
        break;
    case LC_RELEASE: l->write = by_step(step); break;
    default: l->write = l->taken = by_step(step); l->readers = 0;
    }
}

static void touch_range(candidates *c, uintptr_t address, uint32_t size, uint32_t step, lc_access access,
                        unsigned thread) {
    granule *g = granule_at(address);
    uint32_t first = g->at[address % 8];
    if (LC_LIKELY(first && h.locations[first].low == address && h.locations[first].size == size)) {
        touch(c, first, step, access, thread);
        return;
    }
    while (size) {
        uint32_t piece = 8 - (uint32_t)(address % 8);
        if (piece > size) piece = size;
        uint32_t at[8];
        unsigned count = locations_of(address, piece, at);
        for (unsigned i = 0; i < count; i++) touch(c, at[i], step, access, thread);
        address += piece;
        size -= piece;
    }
}

static void remember_last(uint32_t what, access_of *last, unsigned thread, uint32_t step) {
    if (h.change_count == CHANGES) lc_stop(LC_TOO_LONG);
    h.changes[h.change_count++] = (change){.location = what, .thread = (uint8_t)thread, .read = last[thread]};
    last[thread] = by_step(step);
}

static void touch_history(candidates *c, const lc_event *e, uint32_t step) {
    for (unsigned t = 0; t < lc_m.thread_count; t++) {
        if (t == e->thread) continue;
        if (e->calls) may_race(c, h.returns[t]);
        if (e->returns) may_race(c, h.calls[t]);
    }
    if (e->calls) remember_last(CALLS, h.calls, e->thread, step);
    if (e->returns) remember_last(RETURNS, h.returns, e->thread, step);
}

static void comes_after_bytes(candidates *c, uintptr_t address, uint32_t size) {
    while (size) {
        uint32_t piece = 8 - (uint32_t)(address % 8);
        if (piece > size) piece = size;
        uint32_t at[8];
        unsigned count = locations_of(address, piece, at);
        for (unsigned i = 0; i < count; i++) comes_after(c, h.locations[at[i]].write);
        address += piece;
        size -= piece;
    }
}

/* The last step of a thread before this one; -1: there is none. */
static int32_t last_before(unsigned thread, uint32_t step) {
    int32_t last = lc_t.last[thread];
    while (last >= (int32_t)step) last = lc_t.events[last].before;
    return last;
}

/* All that a thread did before it ended, its shadows included. */
static void touch_ended(candidates *c, unsigned thread, uint32_t step) {
    int32_t last = last_before(thread, step);
    if (last >= 0) comes_after(c, by_shadow((uint32_t)last));
}

static void touch_all_ended(candidates *c, unsigned but, uint32_t step) {
    for (unsigned t = 0; t < lc_m.thread_count; t++)
        if (t != but) touch_ended(c, t, step);
}

static void touch_joined(candidates *c, const lc_event *e, uint32_t step) {
    if (e->address < LC_THREADS) touch_ended(c, (unsigned)e->address, step);
    else touch_all_ended(c, e->thread, step);
}

static void touch_all(candidates *c, const lc_event *e, uint32_t step) {
    for (unsigned t = 0; t < lc_m.thread_count; t++) {
        int32_t last = t == e->thread ? -1 : last_before(t, step);
        if (last >= 0) may_race(c, by_step((uint32_t)last));
    }
}

static void sort_latest_first(access_of *at, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        access_of moving = at[i];
        unsigned k = i;
        for (; k && at[k - 1] < moving; k--) at[k] = at[k - 1];
        at[k] = moving;
    }
}

/* ---- plain accesses that are no steps ---- */

static uint32_t shadows_end(uint32_t step) {
    return step + 1 < (uint32_t)lc_m.depth ? lc_t.events[step + 1].shadows : lc_t.shadow_count;
}

/* A shadow of this step touched the address and races: from now on it is to be a step. */
static void make_step(access_of a, uintptr_t address) {
    uint32_t step = (uint32_t)a / 2;
    for (uint32_t i = lc_t.events[step].shadows, end = shadows_end(step); i < end; i++) {
        const lc_shadow *s = &lc_t.shadows[i];
        if (address - s->address < s->size) lc_racy_found(s->pc);
    }
}

static inline void shadow_races(access_of earlier, const lc_event *e, uintptr_t address, uintptr_t pc) {
    if (earlier < 0) return;
    const lc_event *other = step_of(earlier);
    if (other->thread == e->thread || lc_clock_at(&e->clock, other->thread) >= needed(earlier)) return;
    lc_racy_found(pc);
    if (earlier % 2) make_step(earlier, address);
}

static LC_INLINE void shadow_piece(const lc_shadow *s, uint32_t index, uint32_t step) {
    const lc_event *e = &lc_t.events[step];
    unsigned thread = e->thread;
    location *l = &h.locations[index];
    shadow_races(l->write, e, l->low, s->pc);
    if (s->writes)
        for (lc_mask left = l->readers & (lc_mask) ~(1u << thread); left; left &= (lc_mask)(left - 1))
            shadow_races(l->read[__builtin_ctz(left)], e, l->low, s->pc);
    access_of mine = by_shadow(step);
    if (s->writes ? l->write == mine && !l->readers : (l->readers >> thread & 1) && l->read[thread] == mine) return;
    remember(index, thread);
    if (s->writes) {
        l->write = l->taken = mine;
        l->readers = 0;
    } else {
        l->readers |= (lc_mask)(1u << thread);
        l->read[thread] = mine;
    }
}

static LC_INLINE void process_shadows(uint32_t step) {
    for (uint32_t i = lc_t.events[step].shadows, end = shadows_end(step); i < end; i++) {
        const lc_shadow *s = &lc_t.shadows[i];
        uintptr_t address = s->address;
        uint32_t first = granule_at(address)->at[address % 8];
        if (LC_LIKELY(first && h.locations[first].low == address && h.locations[first].size == s->size)) {
            shadow_piece(s, first, step);
            continue;
        }
        for (uint32_t size = s->size; size;) {
            uint32_t piece = 8 - (uint32_t)(address % 8);
            if (piece > size) piece = size;
            uint32_t at[8];
            unsigned count = locations_of(address, piece, at);
            for (unsigned k = 0; k < count; k++) shadow_piece(s, at[k], step);
            address += piece;
            size -= piece;
        }
    }
}

/* ---- a step ---- */

static const lc_event nothing = {0};

/* What the thread knew before the step.  A new thread knows all that its creator did before it was started. */
static inline lc_clock clock_before(const lc_event *e) {
    if (e->before >= 0) return lc_t.events[e->before].clock;
    int32_t born = lc_t.born[e->thread];
    if (born < 0) return nothing.clock;
    const lc_event *creator = &lc_t.events[born];
    lc_clock clock = creator->clock;
    ((int16_t *)&clock)[creator->thread] = (int16_t)(creator->number + 1);
    return clock;
}

static bool is_after(const lc_clock *clock, access_of a, unsigned thread) {
    const lc_event *other = step_of(a);
    return other->thread == thread || lc_clock_at(clock, other->thread) >= needed(a);
}

static bool is_among(const int32_t *all, unsigned count, int32_t one) {
    for (unsigned i = 0; i < count; i++)
        if (all[i] == one) return true;
    return false;
}

/* Leaves in `c` the steps it races with, and returns their number. */
static unsigned find_races(candidates *c, lc_event *e) {
    if (c->count > 1) sort_latest_first(c->racing, c->count);
    lc_clock before = clock_before(e), clock = before;
    unsigned races = 0;
    for (unsigned i = 0; i < c->count; i++) {
        access_of a = c->racing[i];
        if (is_after(&clock, a, e->thread)) {
            if (is_among(c->taken, c->taken_count, a) && !is_after(&before, a, e->thread) && a % 2 == 0)
                c->racing[races++] = a;
            continue;
        }
        clock = lc_clock_join(clock, step_of(a)->clock);
        if (a % 2) make_step(a, e->address);
        else c->racing[races++] = a;
    }
    for (unsigned i = 0; i < c->after_count; i++) {
        const lc_event *other = step_of(c->after[i]);
        clock = lc_clock_join(clock, other->clock);
        if (c->after[i] % 2) ((int16_t *)&clock)[other->thread] = needed(c->after[i]);
    }
    e->clock = clock;
    ((int16_t *)&e->clock)[e->thread] = e->number; /* after the whole: a part written first would stall the rest */
    return races;
}

/* Joins the clock of another access.  False: that is a shadow which the step may race with. */
static inline bool join_one(lc_clock *clock, access_of a, unsigned thread) {
    if (a < 0 || is_after(clock, a, thread)) return true;
    if (a % 2) return false;
    *clock = lc_clock_join(*clock, step_of(a)->clock);
    return true;
}

/* A read or write where nobody asks which steps race: all that it comes after is joined, in any order.  False: nothing
 * was done, because it is not that simple. */
static inline bool add_simple(lc_event *e, uint32_t index) {
    if (e->access != LC_READ && e->access != LC_WRITE) return false;
    if (e->after || e->after_step >= 0 || e->after_all) return false;
    uint32_t at = granule_at(e->address)->at[e->address % 8];
    location *l = &h.locations[at];
    if (!at || l->low != e->address || l->size != e->size) return false;
    unsigned thread = e->thread;
    lc_clock clock = clock_before(e);
    if (!join_one(&clock, l->write, thread)) return false;
    if (e->access == LC_WRITE)
        for (lc_mask left = l->readers & (lc_mask) ~(1u << thread); left; left &= (lc_mask)(left - 1))
            if (!join_one(&clock, l->read[__builtin_ctz(left)], thread)) return false;
    remember(at, thread);
    if (e->access == LC_READ) {
        l->readers |= (lc_mask)(1u << thread);
        l->read[thread] = by_step(index);
    } else {
        l->write = l->taken = by_step(index);
        l->readers = 0;
    }
    e->clock = lc_clock_with(clock, thread, e->number);
    return true;
}

__attribute__((noinline)) static void add_step(lc_event *e, uint32_t index) {
    candidates c;
    c.count = c.taken_count = c.after_count = 0;
    if (e->after) comes_after_bytes(&c, e->after, e->after_size);
    if (e->after_step >= 0) comes_after(&c, by_step((uint32_t)e->after_step));
    if (e->after_all) touch_all_ended(&c, e->thread, index);
    if (e->access == LC_JOIN) touch_joined(&c, e, index);
    else if (e->access == LC_END) touch_all(&c, e, index);
    else if (e->access != LC_LOCAL) touch_range(&c, e->address, e->size, index, (lc_access)e->access, e->thread);
    /* Only reduction needs to know that these depend on each other. */
    if (lc_t.history_edges && lc_t.strategy->race && (e->calls || e->returns)) touch_history(&c, e, index);
    unsigned races = find_races(&c, e);
    if (lc_t.strategy->race)
        for (unsigned i = 0; i < races; i++) lc_t.strategy->race((uint32_t)c.racing[i] / 2, index);
}

void lc_happens_add(uint32_t from, uint32_t to) {
    for (uint32_t index = from; index < to; index++) {
        lc_event *e = &lc_t.events[index];
        lc_t.nodes[index].undo = h.change_count;
        if (index < (uint32_t)lc_m.depth) lc_t.processed = index + 1;
        if (lc_t.strategy->race || !add_simple(e, index)) add_step(e, index);
        process_shadows(index);
    }
}

static bool overlap(const lc_event *e, const lc_step *s) {
    return e->address < s->address + s->size && s->address < e->address + e->size;
}

bool lc_depends(const lc_event *e, unsigned thread, bool returns, bool reads) {
    const lc_thread *t = &lc_m.threads[thread];
    if (lc_t.history_edges && ((e->calls && returns) || (e->returns && t->call_pending))) return true;
    const lc_step *s = &t->pending;
    lc_access access = reads ? LC_READ : (lc_access)s->access;
    if (access == LC_END || e->access == LC_END) return true;
    if (access == LC_LOCAL || access == LC_JOIN || e->access == LC_LOCAL || e->access == LC_JOIN) return false;
    if (!overlap(e, s)) return false;
    return !(access == LC_READ && e->access == LC_READ) && !(access == LC_SHARE && e->access == LC_SHARE);
}
