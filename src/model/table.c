#include "model/table.h"

#include <assert.h>

enum { FEWEST_SLOTS = 16, SLACK = sizeof(lcm_packed) };

void lcm_table_init(lcm_table *t, lc_budget *budget) { *t = (lcm_table){.budget = budget}; }

void lcm_table_free_slots(lcm_table *t) {
    lc_release(t->budget, t->slots, t->slot_count * sizeof *t->slots);
    t->slots = NULL;
    t->slot_count = 0;
}

void lcm_table_free(lcm_table *t) {
    lcm_table_free_slots(t);
    lc_release(t->budget, t->records, t->record_room);
    t->records = NULL;
    t->record_room = 0;
}

static lcm_packed pack(lcm_widths w, lcm_record r) {
    uint32_t left = (uint32_t)(r.key >> 32), right = (uint32_t)r.key;
    assert(lcm_bits(left) <= w.left && lcm_bits(right) <= w.right && lcm_bits(r.number) <= w.number);
    return (lcm_packed)left | (lcm_packed)right << w.left | (lcm_packed)r.number << (w.left + w.right);
}

static void put(lcm_table *t, uint32_t i, lcm_record r) {
    uint8_t *at = t->records + (size_t)i * t->record_bytes;
    lcm_packed before, mask = ((lcm_packed)1 << t->record_bytes * 8) - 1;
    memcpy(&before, at, sizeof before); /* the next records are not to change */
    before = (before & ~mask) | pack(t->widths, r);
    memcpy(at, &before, sizeof before);
}

void lcm_table_set(lcm_table *t, uint32_t i, uint32_t number) {
    lcm_record r = lcm_table_get(t, i);
    assert((r.number & 1) == (number & 1));
    r.number = number;
    put(t, i, r);
}

/* By an eighth at a time: these are the largest blocks there are. */
static bool reserve(lcm_table *t, size_t bytes) {
    bytes += SLACK;
    if (bytes <= t->record_room) return true;
    size_t bigger = t->record_room + t->record_room / 8 + 64;
    if (bigger < bytes) bigger = bytes;
    uint8_t *records = lc_resize(t->budget, t->records, t->record_room, bigger);
    if (!records) return false;
    memset(records + t->record_room, 0, bigger - t->record_room);
    t->records = records;
    t->record_room = bigger;
    return true;
}

bool lcm_table_widen(lcm_table *t, lcm_widths w) {
    if (w.left < t->widths.left) w.left = t->widths.left;
    if (w.right < t->widths.right) w.right = t->widths.right;
    if (w.number < t->widths.number) w.number = t->widths.number;
    assert(w.left <= 32 && w.right <= 32 && w.number <= 32);
    uint32_t bytes = (uint32_t)(w.left + w.right + w.number + 7) / 8;
    if (bytes == 0) bytes = 1;
    if (!reserve(t, (size_t)t->count * bytes)) return false;
    lcm_table old = *t;
    t->widths = w;
    t->record_bytes = bytes;
    /* From the end: what is not moved yet lies before what is being written. */
    for (uint32_t i = t->count; i-- > 0;) {
        lcm_record r = lcm_table_get(&old, i);
        lcm_packed p = pack(w, r);
        memcpy(t->records + (size_t)i * bytes, &p, bytes);
    }
    return true;
}

static void seat(lcm_table *t, uint32_t i, uint64_t hash) {
    uint32_t at = lcm_table_slot(t, hash);
    while (t->slots[at])
        if (++at == t->slot_count) at = 0;
    t->slots[at] = ((uint32_t)hash & ~t->index_mask) | (i + 1);
}

/* Slots can be made anew from the records, so the old ones go first. */
static bool more_slots(lcm_table *t) {
    uint64_t bigger = t->slot_count ? (uint64_t)t->slot_count * 3 / 2 : FEWEST_SLOTS;
    while (bigger - bigger / 8 <= t->count) bigger = bigger * 3 / 2; /* if the slots were given away */
    if (bigger >= (uint64_t)1 << 31) return false;
    lcm_table_free_slots(t);
    t->slots = lc_allocate(t->budget, bigger * sizeof *t->slots);
    if (!t->slots) return false;
    t->slot_count = (uint32_t)bigger;
    t->index_mask = ((uint32_t)1 << lcm_bits((uint32_t)bigger)) - 1;
    memset(t->slots, 0, bigger * sizeof *t->slots);
    for (uint32_t i = 0; i < t->count; i++) seat(t, i, lcm_table_hash(lcm_table_get(t, i)));
    return true;
}

uint32_t lcm_table_add(lcm_table *t, lcm_record r) {
    assert(t->record_bytes > 0);
    if (t->count >= t->slot_count - t->slot_count / 8 && !more_slots(t)) return LCM_NO_RECORD;
    if (!t->slots || !reserve(t, ((size_t)t->count + 1) * t->record_bytes)) return LCM_NO_RECORD;
    put(t, t->count, r);
    seat(t, t->count, lcm_table_hash(r));
    return t->count++;
}

size_t lcm_table_bytes(const lcm_table *t) { return t->record_room + t->slot_count * sizeof *t->slots; }
