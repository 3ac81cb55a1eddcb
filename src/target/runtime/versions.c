/* The lists of versions, and the operations on them.
 *
 * Ranks make places in a modification order comparable between executions that share only some of the writes: the
 * newest version gets a rank far above the one before it, a version between two other ones gets the mean of their
 * ranks. So a write that is executed again, where some writes of before are missing, finds its place by its rank.
 */
#include "target/runtime/versions.h"

#include <stdio.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/versions_parts.h"

lct_versions_state lct_versions LCT_STATE = {.count = 1, .location_count = 1}; /* the first ones are none */

enum {
    VERSIONS = LCT_ROOM(1 << 18),
    LOCATIONS = 1 << 16,
    GRANULES = 1 << 17,
    CHANGES = 1 << 19,
    BLOCK = 16,
    NEVER = INT16_MAX
};
static const uint64_t apart = (uint64_t)1 << 32;

/* Sixteen bytes of memory: which location each belongs to (0: none). */
typedef struct granule {
    uintptr_t key; /* address / 16 + 1; 0: unused */
    uint16_t merged;
    uint16_t large; /* bytes that are accessed in larger pieces, a bit each */
    uint32_t at[BLOCK];
} granule;

enum change_kind { READ, APPENDED };
typedef struct change {
    uint32_t version;
    uint8_t kind, thread;
    int16_t first_read; /* READ: the former one of the thread */
    int32_t step;       /* READ: the step that is taken from the list of readers */
} change;

static struct {
    granule *granules;
    uint32_t granule_count;
    change *changes;
} v LCT_STATE = {0};

void lct_versions_init(uint32_t max_depth) {
    lct_versions.at = lct_reserve(VERSIONS * sizeof *lct_versions.at);
    lct_versions.locations = lct_reserve(LOCATIONS * sizeof *lct_versions.locations);
    lct_versions.source = lct_reserve((max_depth + 1) * sizeof *lct_versions.source);
    lct_versions.result = lct_reserve((max_depth + 1) * sizeof *lct_versions.result);
    lct_versions.next_reader = lct_reserve((max_depth + 1) * sizeof *lct_versions.next_reader);
    v.granules = lct_reserve(GRANULES * sizeof *v.granules);
    v.changes = lct_reserve(CHANGES * sizeof *v.changes);
}

/* ---- the log ---- */

/* It is written where it stays, see lct_order_slot. */
static inline change *next_change(void) {
    if (lct_versions.change_count == CHANGES) lct_stop(LCT_TOO_LONG);
    return &v.changes[lct_versions.change_count];
}

static inline void noted(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    lct_versions.change_count++;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void unlink_last(uint32_t index) {
    lct_version *n = &lct_versions.at[index];
    assert(index + 1 == lct_versions.count);
    if (n->flags & LCT_VERSION_UPDATE) lct_versions.at[n->older].flags &= (uint8_t)~LCT_VERSION_TAKEN;
    if (n->older) lct_versions.at[n->older].newer = n->newer;
    if (n->newer) lct_versions.at[n->newer].older = n->older;
    else lct_versions.locations[n->location].newest = n->older;
    lct_versions.count--;
}

static void undo(const change *c) {
    if (c->kind == APPENDED) {
        /* A signal may have come between the note and the change. */
        if (c->version + 1 == lct_versions.count) unlink_last(c->version);
        return;
    }
    lct_version *version = &lct_versions.at[c->version];
    ((int16_t *)&version->first_read)[c->thread] = c->first_read;
    if (c->step >= 0 && version->reader == c->step) version->reader = lct_versions.next_reader[c->step];
}

uint32_t lct_versions_mark(void) { return lct_versions.change_count; }

void lct_versions_undo(uint32_t mark) {
    while (lct_versions.change_count > mark) undo(&v.changes[--lct_versions.change_count]);
}

void lct_versions_clear(void) {
    lct_versions_undo(0);
    assert(lct_versions.count == 1);
    if (v.granule_count > GRANULES / 4 || lct_versions.location_count > LOCATIONS / 2) { /* of old scenarios */
        memset(v.granules, 0, GRANULES * sizeof *v.granules);
        v.granule_count = 0;
        lct_versions.location_count = 1;
    }
}

/* ---- locations ---- */

static granule *granule_of(uintptr_t address, bool make) {
    uintptr_t key = address / BLOCK + 1;
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) % GRANULES;
    for (; v.granules[i].key != key; i = (i + 1) % GRANULES) {
        if (v.granules[i].key) continue;
        if (!make) return NULL;
        if (v.granule_count == GRANULES / 2) lct_stop(LCT_TOO_LONG);
        v.granules[i].key = key;
        v.granule_count++;
        break;
    }
    return &v.granules[i];
}

static uint32_t make_location(granule *g, uintptr_t low, uint32_t size) {
    if (lct_versions.location_count == LOCATIONS) lct_stop(LCT_TOO_LONG);
    assert(low % BLOCK + size <= BLOCK);
    uint32_t index = lct_versions.location_count++;
    lct_versions.locations[index] = (lct_atomic_location){.low = low, .size = size};
    for (uint32_t i = 0; i < size; i++) g->at[low % BLOCK + i] = index;
    return index;
}

void lct_versions_merge(uintptr_t address) {
    if (!lct_versions.at) lct_versions_init((uint32_t)lct_m.max_depth); /* before the first execution of a replay */
    granule *g = granule_of(address, true);
    if (g->merged) return;
    g->merged = 1;
    make_location(g, address & -(uintptr_t)BLOCK, BLOCK);
}

/* Not between the bytes of two blocks: C11 has no such atomics. */
static _Noreturn void across(uintptr_t address, uint32_t size, uintptr_t pc) {
    char what[80];
    snprintf(what, sizeof what, "an atomic access of %u bytes that no instruction performs at once", size);
    lct_explorer.beyond_graphs(pc, address, what);
}

/* The order of accesses to a version and of larger ones would not be explored. */
static _Noreturn void mixed(uintptr_t address, uintptr_t pc) {
    lct_explorer.beyond_graphs(pc, address,
                               "memory is accessed by atomic operations and also as one step of more than 16 bytes, or "
                               "between lince_atomic_begin and lince_atomic_end");
}

static uint16_t bytes_of(uint32_t at, uint32_t size) { return (uint16_t)(((1u << size) - 1) << at); }

uint32_t lct_version_location(uintptr_t address, uint32_t size, uintptr_t pc) {
    uint32_t at = address % BLOCK;
    if (at + size > BLOCK) across(address, size, pc);
    granule *g = granule_of(address, true);
    uint32_t index = g->at[at];
    const lct_atomic_location *l = &lct_versions.locations[index];
    if (LCT_LIKELY(index && l->low == address && l->size == size)) return index;
    if (g->large & bytes_of(at, size)) mixed(address, pc);
    if (g->merged) return index;
    for (uint32_t i = at; i < at + size; i++)
        if (g->at[i]) lct_explorer.merge_bytes(address);
    return make_location(g, address, size);
}

uint32_t lct_versions_newest_step(uintptr_t address) {
    const granule *g = granule_of(address, false);
    uint32_t location = g ? g->at[address % BLOCK] : 0;
    return location ? (uint32_t)(lct_versions.at[lct_versions.locations[location].newest].step + 1) : 0;
}

/* ---- values ---- */

/* Most are as large as a register. */
static inline lct_word contents(const lct_atomic_location *l) {
    const void *low = (const void *)l->low;
    lct_word value = 0;
    uint32_t four;
    uint64_t eight;
    switch (l->size) {
    case sizeof four: memcpy(&four, low, sizeof four); return four;
    case sizeof eight: memcpy(&eight, low, sizeof eight); return eight;
    default: memcpy(&value, low, l->size); return value;
    }
}

static lct_word whole_value(const lct_version *version) {
    return version->newer ? version->value : contents(&lct_versions.locations[version->location]);
}

static lct_word mask_of(uint32_t size) { return size >= BLOCK ? ~(lct_word)0 : ((lct_word)1 << 8 * size) - 1; }

lct_word lct_version_bytes(uint32_t version, uintptr_t low, uint32_t size) {
    const lct_version *at = &lct_versions.at[version];
    lct_word value = whole_value(at);
    return value >> 8 * (low - lct_versions.locations[at->location].low) & mask_of(size);
}

/* The value of a location whose bytes from `low` on are replaced. */
lct_word lct_version_replaced(lct_word whole, const lct_atomic_location *l, uintptr_t low, uint32_t size, lct_word by) {
    uint32_t shift = 8 * (uint32_t)(low - l->low);
    return (whole & ~(mask_of(size) << shift)) | (by & mask_of(size)) << shift;
}

/* ---- lists ---- */

static lct_thread_clocks *mine(void) { return &lct_order.threads[lct_m.current]; }

uint32_t lct_version_append(uint32_t location, uint32_t older, uint64_t rank, unsigned flags) {
    lct_atomic_location *l = &lct_versions.locations[location];
    if (lct_versions.count == VERSIONS) lct_stop(LCT_TOO_LONG);
    uint32_t index = lct_versions.count, newer = older ? lct_versions.at[older].newer : 0;
    change *c = next_change();
    c->version = index;
    c->kind = APPENDED;
    noted();
    lct_version *n = &lct_versions.at[index];
    uint64_t below = older ? lct_versions.at[older].rank : 0;
    if (!rank) rank = newer ? below + (lct_versions.at[newer].rank - below) / 2 : below + apart;
    if (rank == below) {
        lct_versions.change_count--;
        lct_stop(LCT_TOO_LONG);
    }
    assert(rank > below && (!newer || rank < lct_versions.at[newer].rank));
    *n = (lct_version){.first_read = (lct_clock){0} + (int16_t)NEVER,
                       .rank = rank,
                       .newer = newer,
                       .older = older,
                       .location = location,
                       .sync = -1,
                       .head = -1,
                       .step = lct_m.depth - 1,
                       .reader = -1,
                       .tick = mine()->tick,
                       .thread = lct_m.current,
                       .flags = (uint8_t)flags};
    if (older && !newer) lct_versions.at[older].value = contents(l);
    if (older) lct_versions.at[older].newer = index;
    if (older && flags & LCT_VERSION_UPDATE) lct_versions.at[older].flags |= LCT_VERSION_TAKEN;
    if (newer) lct_versions.at[newer].older = index;
    else l->newest = index;
    lct_versions.count++;
    return index;
}

/* The value that a location has when it is first accessed as an atomic.  All earlier writes were plain. */
static void need_versions(uint32_t location) {
    if (lct_versions.locations[location].newest) return;
    uint32_t first = lct_version_append(location, 0, 0, LCT_VERSION_INITIAL);
    lct_versions.at[first].step = -1;
    lct_versions.at[first].tick = NEVER; /* it bounds no walk: it is the last one anyway */
}

/* Does it happen before the current thread's next action, or was it read by something that does?  `now`: the clock of
 * the thread, whose part of its own is beyond all ticks but NEVER. */
static inline bool is_past(const lct_version *version, const lct_clock *now) {
    int16_t known = version->thread == lct_m.current ? NEVER - 1 : lct_clock_at(&mine()->now, version->thread);
    return version->tick <= known || lct_clock_meets(&version->first_read, now);
}

void lct_version_candidates(lct_weak_access *a) {
    /* NEVER is beyond every clock, also beyond the thread's own part of its own clock. */
    lct_clock now = lct_clock_with(mine()->now, lct_m.current, NEVER - 1);
    need_versions(a->location);
    for (uint32_t i = lct_versions.locations[a->location].newest; i; i = lct_versions.at[i].older) {
        const lct_version *version = &lct_versions.at[i];
        if (a->kind != LCT_WEAK_STORE || !(version->flags & LCT_VERSION_TAKEN)) {
            if (a->count == LCT_CANDIDATES_MOST) lct_stop(LCT_TOO_LONG);
            a->candidates[a->count++] = i;
        }
        if (is_past(version, &now)) break;
        if (version->flags & LCT_VERSION_OWN && version->thread != lct_m.current)
            lct_explorer.store_is_seen(version->step);
    }
}

void lct_version_is_read(uint32_t index) {
    lct_version *version = &lct_versions.at[index];
    int16_t *first = &((int16_t *)&version->first_read)[lct_m.current];
    int32_t step = lct_m.depth - 1;
    assert(index && index < lct_versions.count && step >= 0);
    change *c = next_change();
    c->version = index;
    c->kind = READ;
    c->thread = lct_m.current;
    c->first_read = *first;
    c->step = step;
    noted();
    if (*first == NEVER) *first = mine()->tick;
    lct_versions.next_reader[step] = version->reader;
    version->reader = step;
    lct_versions.source[step] = index;
}

/* ---- plain writes ---- */

static void plain_version(uint32_t location) {
    uint32_t newest = lct_versions.locations[location].newest;
    if (!newest) return; /* it is part of the initial value */
    const lct_version *last = &lct_versions.at[newest];
    bool same = last->flags & LCT_VERSION_PLAIN && last->thread == lct_m.current && last->tick == mine()->tick &&
                last->step == lct_m.depth - 1;
    if (!same) lct_version_append(location, newest, 0, LCT_VERSION_PLAIN);
}

void lct_weak_plain(uintptr_t address, uint64_t size) {
    if (lct_is_prefix()) return;
    for (uintptr_t at = address, end = address + size; at < end;) {
        uintptr_t next = (at & -(uintptr_t)BLOCK) + BLOCK;
        const granule *g = granule_of(at, false);
        uint32_t last = 0;
        for (uintptr_t b = at; g && b < end && b < next; b++) {
            uint32_t location = g->at[b % BLOCK];
            if (location && location != last) plain_version(location);
            last = location;
        }
        at = next;
    }
}

void lct_weak_large(uintptr_t address, uint64_t size, uintptr_t pc) {
    if (lct_is_prefix()) return;
    for (uintptr_t at = address, end = address + size; at < end;) {
        uint32_t from = at % BLOCK, piece = end - at < BLOCK - from ? (uint32_t)(end - at) : BLOCK - from;
        granule *g = granule_of(at, true);
        for (uint32_t i = from; i < from + piece; i++)
            if (g->at[i]) mixed(at, pc);
        g->large |= bytes_of(from, piece);
        at += piece;
    }
    lct_weak_access a = {.kind = LCT_WEAK_OBJECT, .order = __ATOMIC_SEQ_CST, .low = address, .size = (uint32_t)size};
    lct_versions.source[lct_m.depth - 1] = lct_versions.result[lct_m.depth - 1] = 0;
    lct_explorer.version_accessed(&a);
}
