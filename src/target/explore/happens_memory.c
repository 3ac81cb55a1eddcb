/* The memory that steps touch, cut into locations as they touch it, and how records of last accesses are undone. */
#include <string.h>

#include "target/explore/happens_parts.h"

lct_happens lct_h LCT_STATE = {0};

void lct_happens_init(void) {
    lct_h.granules = lct_reserve(LCT_GRANULES * sizeof *lct_h.granules);
    lct_h.locations = lct_reserve(LCT_LOCATIONS * sizeof *lct_h.locations);
    lct_h.changes = lct_reserve(LCT_CHANGES * sizeof *lct_h.changes);
    lct_h.splits = lct_reserve(LCT_LOCATIONS * sizeof *lct_h.splits);
    lct_h.location_count = lct_h.split_count = 1;
    lct_happens_clear();
}

/* Locations stay split, and both parts are now as they were at `mark`: they were split then, for all that matters. */
static void forget_when_split(uint32_t mark) {
    for (uint32_t i = lct_h.split_count; i-- > 1 && lct_h.splits[i].since > mark;) lct_h.splits[i].since = mark;
}

void lct_happens_clear(void) {
    if (lct_h.granule_count >
        LCT_GRANULES / 2) { /* addresses differ from execution to execution: they must not pile up */
        memset(lct_h.granules, 0, LCT_GRANULES * sizeof *lct_h.granules);
        lct_h.granule_count = 0;
        lct_h.location_count = lct_h.split_count = 1;
    }
    for (uint32_t i = 1; i < lct_h.location_count; i++) {
        lct_location *l = &lct_h.locations[i];
        l->write = l->taken = -1;
        l->readers = 0;
    }
    memset(lct_h.calls, 0xff, sizeof lct_h.calls);
    memset(lct_h.returns, 0xff, sizeof lct_h.returns);
    lct_h.change_count = 0;
    forget_when_split(0);
}

uint32_t lct_happens_mark(void) { return lct_h.change_count; }

/* Takes back a change to a location, and to the parts split from it since. */
static void take_back(uint32_t index, const lct_happens_change *c, uint32_t number) {
    lct_location *l = &lct_h.locations[index];
    l->write = c->write;
    l->taken = c->taken;
    l->readers = c->readers;
    l->read[c->thread] = c->read;
    for (uint32_t i = l->split; i && lct_h.splits[i].since > number; i = lct_h.splits[i].before)
        take_back(lct_h.splits[i].upper, c, number);
}

void lct_happens_undo(uint32_t mark) {
    while (lct_h.change_count > mark) {
        const lct_happens_change *c = &lct_h.changes[--lct_h.change_count];
        if (c->location == LCT_CALLS) lct_h.calls[c->thread] = c->read;
        else if (c->location == LCT_RETURNS) lct_h.returns[c->thread] = c->read;
        else take_back(c->location, c, lct_h.change_count);
    }
    forget_when_split(mark);
}

lct_happens_granule *lct_granule_new(uint32_t index, uintptr_t key) {
    if (lct_h.granule_count == LCT_GRANULES - 1) lct_stop(LCT_TOO_LONG);
    lct_h.granules[index].key = key;
    lct_h.granule_count++;
    return &lct_h.granules[index];
}

uint32_t lct_location_new(lct_happens_granule *g, uintptr_t address, uintptr_t end) {
    if (lct_h.location_count == LCT_LOCATIONS) lct_stop(LCT_TOO_LONG);
    uint32_t index = lct_h.location_count++, size = 0;
    do g->at[(address + size++) % 8] = index;
    while (address + size < end && (address + size) % 8 && !g->at[(address + size) % 8]);
    lct_h.locations[index] = (lct_location){.low = address, .size = size, .write = -1, .taken = -1};
    return index;
}

/* Returns the upper part, which begins at `address`. */
static uint32_t split_at(uint32_t index, uintptr_t address) {
    if (lct_h.location_count == LCT_LOCATIONS) lct_stop(LCT_TOO_LONG);
    uint32_t upper = lct_h.location_count++;
    lct_location *l = &lct_h.locations[index], *u = &lct_h.locations[upper];
    *u = *l;
    u->low = address;
    u->size = (uint32_t)(l->low + l->size - address);
    u->split = 0;
    l->size -= u->size;
    lct_happens_granule *g = lct_granule_at(address);
    for (uint32_t i = 0; i < u->size; i++) g->at[(address + i) % 8] = upper;
    lct_h.splits[lct_h.split_count] = (lct_split){.upper = upper, .since = lct_h.change_count, .before = l->split};
    l->split = lct_h.split_count++;
    return upper;
}

uint32_t lct_location_cut(uint32_t index, uintptr_t address, uintptr_t end) {
    if (lct_h.locations[index].low < address) index = split_at(index, address);
    const lct_location *l = &lct_h.locations[index];
    if (l->low + l->size > end) split_at(index, end);
    return index;
}
