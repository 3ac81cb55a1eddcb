/* The memory that steps touch, cut into locations as they touch it, and how it is taken back who was there last. */
#include <string.h>

#include "target/explore/happens_parts.h"

lc_happens lc_h LC_STATE = {0};

void lc_happens_init(void) {
    lc_h.granules = lc_reserve(LC_GRANULES * sizeof *lc_h.granules);
    lc_h.locations = lc_reserve(LC_LOCATIONS * sizeof *lc_h.locations);
    lc_h.changes = lc_reserve(LC_CHANGES * sizeof *lc_h.changes);
    lc_h.splits = lc_reserve(LC_LOCATIONS * sizeof *lc_h.splits);
    lc_h.location_count = lc_h.split_count = 1;
    lc_happens_clear();
}

/* Locations stay split, and both parts are now as they were at `mark`: they were split then, for all we need to know.
 */
static void forget_when_split(uint32_t mark) {
    for (uint32_t i = lc_h.split_count; i-- > 1 && lc_h.splits[i].since > mark;) lc_h.splits[i].since = mark;
}

void lc_happens_clear(void) {
    if (lc_h.granule_count >
        LC_GRANULES / 2) { /* addresses differ from execution to execution: they must not pile up */
        memset(lc_h.granules, 0, LC_GRANULES * sizeof *lc_h.granules);
        lc_h.granule_count = 0;
        lc_h.location_count = lc_h.split_count = 1;
    }
    for (uint32_t i = 1; i < lc_h.location_count; i++) {
        lc_location *l = &lc_h.locations[i];
        l->write = l->taken = -1;
        l->readers = 0;
    }
    memset(lc_h.calls, 0xff, sizeof lc_h.calls);
    memset(lc_h.returns, 0xff, sizeof lc_h.returns);
    lc_h.change_count = 0;
    forget_when_split(0);
}

uint32_t lc_happens_mark(void) { return lc_h.change_count; }

/* Takes back a change to a location, and to what was split from it since. */
static void take_back(uint32_t index, const lc_happens_change *c, uint32_t number) {
    lc_location *l = &lc_h.locations[index];
    l->write = c->write;
    l->taken = c->taken;
    l->readers = c->readers;
    l->read[c->thread] = c->read;
    for (uint32_t i = l->split; i && lc_h.splits[i].since > number; i = lc_h.splits[i].before)
        take_back(lc_h.splits[i].upper, c, number);
}

void lc_happens_undo(uint32_t mark) {
    while (lc_h.change_count > mark) {
        const lc_happens_change *c = &lc_h.changes[--lc_h.change_count];
        if (c->location == LC_CALLS) lc_h.calls[c->thread] = c->read;
        else if (c->location == LC_RETURNS) lc_h.returns[c->thread] = c->read;
        else take_back(c->location, c, lc_h.change_count);
    }
    forget_when_split(mark);
}

lc_happens_granule *lc_granule_new(uint32_t index, uintptr_t key) {
    if (lc_h.granule_count == LC_GRANULES - 1) lc_stop(LC_TOO_LONG);
    lc_h.granules[index].key = key;
    lc_h.granule_count++;
    return &lc_h.granules[index];
}

uint32_t lc_location_new(lc_happens_granule *g, uintptr_t address, uintptr_t end) {
    if (lc_h.location_count == LC_LOCATIONS) lc_stop(LC_TOO_LONG);
    uint32_t index = lc_h.location_count++, size = 0;
    do g->at[(address + size++) % 8] = index;
    while (address + size < end && (address + size) % 8 && !g->at[(address + size) % 8]);
    lc_h.locations[index] = (lc_location){.low = address, .size = size, .write = -1, .taken = -1};
    return index;
}

/* Returns the upper part, which begins at `address`. */
static uint32_t split_at(uint32_t index, uintptr_t address) {
    if (lc_h.location_count == LC_LOCATIONS) lc_stop(LC_TOO_LONG);
    uint32_t upper = lc_h.location_count++;
    lc_location *l = &lc_h.locations[index], *u = &lc_h.locations[upper];
    *u = *l;
    u->low = address;
    u->size = (uint32_t)(l->low + l->size - address);
    u->split = 0;
    l->size -= u->size;
    lc_happens_granule *g = lc_granule_at(address);
    for (uint32_t i = 0; i < u->size; i++) g->at[(address + i) % 8] = upper;
    lc_h.splits[lc_h.split_count] = (lc_split){.upper = upper, .since = lc_h.change_count, .before = l->split};
    l->split = lc_h.split_count++;
    return upper;
}

uint32_t lc_location_cut(uint32_t index, uintptr_t address, uintptr_t end) {
    if (lc_h.locations[index].low < address) index = split_at(index, address);
    const lc_location *l = &lc_h.locations[index];
    if (l->low + l->size > end) split_at(index, end);
    return index;
}
