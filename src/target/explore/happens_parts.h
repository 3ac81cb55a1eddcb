/* Shared by the files of happens-before: the last accesses to each piece of memory.
 *
 * For each location the last write and, since then, the last read of each thread are enough to find all races of a new
 * step.  Each change is noted, so that it can be taken back: the next execution shares the beginning of this one.
 */
#ifndef LC_TARGET_EXPLORE_HAPPENS_PARTS_H
#define LC_TARGET_EXPLORE_HAPPENS_PARTS_H

#include "target/explore/tree.h"

/* One access of the execution: the number of its step, twice, and one more if it is a shadow; -1: none. */
typedef int32_t lc_last_use;
static inline lc_last_use lc_use_step(uint32_t step) { return (lc_last_use)(step * 2); }
static inline lc_last_use lc_use_shadow(uint32_t step) { return (lc_last_use)(step * 2 + 1); }
static inline bool lc_is_shadow(lc_last_use u) { return u % 2; }
static inline uint32_t lc_step_of(lc_last_use u) { return (uint32_t)u / 2; }
static inline const lc_step_event *lc_event_of(lc_last_use u) { return &lc_t.events[u / 2]; }

/* The number of steps of its thread that a clock must contain to be after this access. */
static inline int16_t lc_ticks_needed(lc_last_use u) { return (int16_t)(lc_event_of(u)->number + u % 2); }
/* Is it before the next step of `thread`, whose clock this is? */
static inline bool lc_is_after(const lc_clock *clock, lc_last_use u, unsigned thread) {
    const lc_step_event *other = lc_event_of(u);
    return other->thread == thread || lc_clock_at(clock, other->thread) >= lc_ticks_needed(u);
}

/* Bytes that are taken together: those of the first access to them, until one touches a part of them.  Then they are
 * split: independent accesses (lc_depends) must not count as dependent, or sleep sets would leave out too much. */
typedef struct lc_location {
    uintptr_t low;
    uint32_t size;
    uint32_t split;    /* the last split of it; 0: none */
    lc_last_use write; /* last one that wrote, acquired or released */
    lc_last_use taken; /* last one that wrote or acquired */
    lc_mask readers;   /* threads that read, or shared, since `taken` */
    lc_last_use read[LC_THREADS];
} lc_location;

/* Eight bytes of memory: which location each belongs to (0: none yet). */
typedef struct lc_happens_granule {
    uintptr_t key; /* address / 8 + 1; 0: unused */
    uint32_t at[8];
} lc_happens_granule;

/* A location was split: the upper part is a new one, which was the same up to then. */
typedef struct lc_split {
    uint32_t upper;  /* the new location */
    uint32_t since;  /* changes that were noted before */
    uint32_t before; /* an earlier split of the same location; 0: none */
} lc_split;

/* The former content of a location, or the last call or return of a thread. */
typedef struct lc_happens_change {
    uint32_t location; /* or LC_CALLS, LC_RETURNS */
    lc_last_use write, taken;
    lc_last_use read; /* of `thread`, or its last call or return */
    lc_mask readers;
    uint8_t thread;
} lc_happens_change;

enum { LC_GRANULES = 1 << 20, LC_LOCATIONS = 1 << 20, LC_CHANGES = 1 << 22 };
enum { LC_CALLS = UINT32_MAX - 1, LC_RETURNS = UINT32_MAX };

typedef struct lc_happens {
    lc_happens_granule *granules;
    uint32_t granule_count;
    lc_location *locations;
    uint32_t location_count;
    lc_happens_change *changes;
    uint32_t change_count;
    lc_split *splits; /* ordered by `since`, fewer than locations; the first is none */
    uint32_t split_count;
    lc_last_use calls[LC_THREADS], returns[LC_THREADS]; /* last step of each thread that begins, ends an operation */
} lc_happens;

extern lc_happens lc_h __attribute__((visibility("hidden")));

/* ---- happens_memory.c ---- */

lc_happens_granule *lc_granule_new(uint32_t index, uintptr_t key);
/* A location for the byte at `address` and for those behind it, up to `end`, that have none and lie in the granule. */
uint32_t lc_location_new(lc_happens_granule *, uintptr_t address, uintptr_t end);

/* Splits a location so that one begins at `address` and ends at or before `end`, and returns that. */
uint32_t lc_location_cut(uint32_t index, uintptr_t address, uintptr_t end);

static LC_INLINE lc_happens_granule *lc_granule_at(uintptr_t address) {
    uintptr_t key = address / 8 + 1;
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 44) % LC_GRANULES;
    while (lc_h.granules[i].key != key) {
        if (!lc_h.granules[i].key) return lc_granule_new(i, key);
        i = (i + 1) % LC_GRANULES;
    }
    return &lc_h.granules[i];
}

/* The location of the byte at `*address`, which becomes that of the first byte behind it.  Accesses of one size make
 * one location each; where sizes are mixed, an access has several:
 *
 *     for (uintptr_t at = low, end = low + size; at < end;) use(lc_location_at(&at, end));
 */
static LC_INLINE uint32_t lc_location_at(uintptr_t *address, uintptr_t end) {
    lc_happens_granule *g = lc_granule_at(*address);
    uint32_t index = g->at[*address % 8];
    if (!LC_LIKELY(index)) index = lc_location_new(g, *address, end);
    const lc_location *l = &lc_h.locations[index];
    if (!LC_LIKELY(l->low == *address && l->low + l->size <= end)) {
        index = lc_location_cut(index, *address, end);
        l = &lc_h.locations[index];
    }
    *address = l->low + l->size;
    return index;
}

static LC_INLINE void lc_remember(lc_happens_change former) {
    if (lc_h.change_count == LC_CHANGES) lc_stop(LC_TOO_LONG);
    lc_h.changes[lc_h.change_count++] = former;
}

/* Before location `index` changes because of a thread. */
static LC_INLINE void lc_location_changes(uint32_t index, unsigned thread) {
    const lc_location *l = &lc_h.locations[index];
    lc_remember((lc_happens_change){.location = index,
                                    .write = l->write,
                                    .taken = l->taken,
                                    .readers = l->readers,
                                    .thread = (uint8_t)thread,
                                    .read = l->read[thread]});
}

static inline void lc_location_read(lc_location *l, unsigned thread, lc_last_use by) {
    l->readers |= (lc_mask)(1u << thread);
    l->read[thread] = by;
}

static inline void lc_location_written(lc_location *l, lc_last_use by) {
    l->write = l->taken = by;
    l->readers = 0;
}

static inline lc_mask lc_other_readers(const lc_location *l, unsigned thread) {
    return l->readers & (lc_mask) ~(1u << thread);
}

/* ---- happens_shadows.c ---- */

/* Finds the races of a step's shadows, and remembers them. */
void lc_happens_shadows(uint32_t step);
/* Shadows of this step that touched some of these bytes race: from now on they are to be steps. */
void lc_shadow_races(lc_last_use, uintptr_t low, uint32_t size);

#endif
