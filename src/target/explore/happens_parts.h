/* Shared by the files of happens-before: the last accesses to each piece of memory.
 *
 * For each location the last write and, since then, the last read of each thread are enough to find all races of a new
 * step.  Each change is noted, so that it can be taken back: the next execution shares the beginning of this one.
 */
#ifndef LC_TARGET_EXPLORE_HAPPENS_PARTS_H
#define LC_TARGET_EXPLORE_HAPPENS_PARTS_H

#include "target/explore/tree.h"

/* One access of the execution: the number of its step, twice, and one more if it is a shadow; -1: none. */
typedef int32_t lct_last_use;
static inline lct_last_use lct_use_step(uint32_t step) { return (lct_last_use)(step * 2); }
static inline lct_last_use lct_use_shadow(uint32_t step) { return (lct_last_use)(step * 2 + 1); }
static inline bool lct_is_shadow(lct_last_use u) { return u % 2; }
static inline uint32_t lct_step_of(lct_last_use u) { return (uint32_t)u / 2; }
static inline const lct_step_event *lct_event_of(lct_last_use u) { return &lct_t.events[u / 2]; }

/* The number of steps of its thread that a clock must contain to be after this access. */
static inline int16_t lct_ticks_needed(lct_last_use u) { return (int16_t)(lct_event_of(u)->number + u % 2); }
/* Is it before the next step of `thread`, whose clock this is? */
static inline bool lct_is_after(const lct_clock *clock, lct_last_use u, unsigned thread) {
    const lct_step_event *other = lct_event_of(u);
    return other->thread == thread || lct_clock_at(clock, other->thread) >= lct_ticks_needed(u);
}

/* Bytes that are taken together: those of the first access to them, until one touches a part of them.  Then they are
 * split: independent accesses (lct_depends) must not count as dependent, or sleep sets would leave out too much. */
typedef struct lct_location {
    uintptr_t low;
    uint32_t size;
    uint32_t split;     /* the last split of it; 0: none */
    lct_last_use write; /* last one that wrote, acquired or released */
    lct_last_use taken; /* last one that wrote or acquired */
    lct_mask readers;   /* threads that read, or shared, since `taken` */
    lct_last_use read[LCT_THREADS];
} lct_location;

/* Eight bytes of memory: which location each belongs to (0: none yet). */
typedef struct lct_happens_granule {
    uintptr_t key; /* address / 8 + 1; 0: unused */
    uint32_t at[8];
} lct_happens_granule;

/* A location was split: the upper part is a new one, which was the same up to then. */
typedef struct lct_split {
    uint32_t upper;  /* the new location */
    uint32_t since;  /* changes that were noted before */
    uint32_t before; /* an earlier split of the same location; 0: none */
} lct_split;

/* The former content of a location, or the last call or return of a thread. */
typedef struct lct_happens_change {
    uint32_t location; /* or LCT_CALLS, LCT_RETURNS */
    lct_last_use write, taken;
    lct_last_use read; /* of `thread`, or its last call or return */
    lct_mask readers;
    uint8_t thread;
} lct_happens_change;

enum { LCT_GRANULES = 1 << 20, LCT_LOCATIONS = LCT_ROOM(1 << 20), LCT_CHANGES = 1 << 22 };
enum { LCT_CALLS = UINT32_MAX - 1, LCT_RETURNS = UINT32_MAX };

typedef struct lct_happens {
    lct_happens_granule *granules;
    uint32_t granule_count;
    lct_location *locations;
    uint32_t location_count;
    lct_happens_change *changes;
    uint32_t change_count;
    lct_split *splits; /* ordered by `since`, fewer than locations; the first is none */
    uint32_t split_count;
    lct_last_use calls[LCT_THREADS], returns[LCT_THREADS]; /* last step of each thread that begins, ends an operation */
} lct_happens;

extern lct_happens lct_h __attribute__((visibility("hidden")));

/* ---- happens_memory.c ---- */

lct_happens_granule *lct_granule_new(uint32_t index, uintptr_t key);
/* A location for the byte at `address` and for those behind it, up to `end`, that have none and lie in the granule. */
uint32_t lct_location_new(lct_happens_granule *, uintptr_t address, uintptr_t end);

/* Splits a location so that one begins at `address` and ends at or before `end`, and returns that. */
uint32_t lct_location_cut(uint32_t index, uintptr_t address, uintptr_t end);

static LCT_INLINE lct_happens_granule *lct_granule_at(uintptr_t address) {
    uintptr_t key = address / 8 + 1;
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 44) % LCT_GRANULES;
    while (lct_h.granules[i].key != key) {
        if (!lct_h.granules[i].key) return lct_granule_new(i, key);
        i = (i + 1) % LCT_GRANULES;
    }
    return &lct_h.granules[i];
}

/* The location of the byte at `*address`, which becomes that of the first byte behind it.  Accesses of one size make
 * one location each; where sizes are mixed, an access has several:
 *
 *     for (uintptr_t at = low, end = low + size; at < end;) use(lct_location_at(&at, end));
 */
static LCT_INLINE uint32_t lct_location_at(uintptr_t *address, uintptr_t end) {
    lct_happens_granule *g = lct_granule_at(*address);
    uint32_t index = g->at[*address % 8];
    if (!LCT_LIKELY(index)) index = lct_location_new(g, *address, end);
    const lct_location *l = &lct_h.locations[index];
    if (!LCT_LIKELY(l->low == *address && l->low + l->size <= end)) {
        index = lct_location_cut(index, *address, end);
        l = &lct_h.locations[index];
    }
    *address = l->low + l->size;
    return index;
}

static LCT_INLINE void lct_remember(lct_happens_change former) {
    if (lct_h.change_count == LCT_CHANGES) lct_stop(LCT_TOO_LONG);
    lct_h.changes[lct_h.change_count++] = former;
}

/* Before location `index` changes because of a thread. */
static LCT_INLINE void lct_location_changes(uint32_t index, unsigned thread) {
    const lct_location *l = &lct_h.locations[index];
    lct_remember((lct_happens_change){.location = index,
                                      .write = l->write,
                                      .taken = l->taken,
                                      .readers = l->readers,
                                      .thread = (uint8_t)thread,
                                      .read = l->read[thread]});
}

static inline void lct_location_read(lct_location *l, unsigned thread, lct_last_use by) {
    l->readers |= lct_bit(thread);
    l->read[thread] = by;
}

static inline void lct_location_written(lct_location *l, lct_last_use by) {
    l->write = l->taken = by;
    l->readers = 0;
}

static inline lct_mask lct_other_readers(const lct_location *l, unsigned thread) {
    return l->readers & (lct_mask)~lct_bit(thread);
}

/* ---- happens_shadows.c ---- */

/* Finds the races of a step's shadows, and remembers them. */
void lct_happens_shadows(uint32_t step);
/* Shadows of this step that touched some of these bytes race: from now on they are to be steps. */
void lct_shadow_races(lct_last_use, uintptr_t low, uint32_t size);

/* ---- happens_waiting.c ---- */

/* A step that waits, or has waited. */
typedef struct lct_waiting_step {
    const lct_step_event *step;
    lct_clock before;   /* of its thread */
    int32_t came_after; /* at nodes behind this step its thread was about to take it; INT32_MAX: at none, for all that
                         * is known */
} lct_waiting_step;

/* The steps before `from` with which it races. */
void lct_happens_waiting(const lct_waiting_step *, uint32_t from, void (*race)(uint32_t, const lct_waiting_step *));

#endif
