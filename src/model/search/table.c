#include "model/search/table.h"

#include <assert.h>

enum { FEWEST_SLOTS = 16, SLACK = sizeof(lcm_packed) };

void lcm_table_init(lcm_table *t, lc_budget *budget) { *t = (lcm_table){.budget = budget}; }

/* A slot is read with those behind it. */
static size_t slots_size(const lcm_table *t) { return (size_t)t->slot_count * t->slot_bits / 8 + sizeof(uint64_t); }

void lcm_table_free_slots(lcm_table *t) {
    lc_release(t->budget, t->slots, slots_size(t));
    t->slots = NULL;
    t->slot_count = t->seated = 0;
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
    uint64_t bit = (uint64_t)i * t->record_bits;
    uint8_t *at = t->records + bit / 8;
    lcm_packed before, mask = (((lcm_packed)1 << t->record_bits) - 1) << bit % 8;
    memcpy(&before, at, sizeof before); /* its neighbours are not to change */
    before = (before & ~mask) | pack(t->widths, r) << bit % 8;
    memcpy(at, &before, sizeof before);
}

void lcm_table_set(lcm_table *t, uint32_t i, uint32_t number) {
    lcm_record r = lcm_table_get(t, i);
    assert((r.number & 1) == (number & 1));
    t->zeros += (number == 0) - (r.number == 0);
    r.number = number;
    put(t, i, r);
}

/* By little at a time: these are the largest blocks there are. */
static bool reserve(lcm_table *t, uint64_t count) {
    size_t bytes = (size_t)(count * t->record_bits / 8) + SLACK;
    if (bytes <= t->record_room) return true;
    size_t bigger = t->record_room + t->record_room / 16 + 64;
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
    if (t->records && memcmp(&w, &t->widths, sizeof w) == 0) return true;
    lcm_table old = *t;
    t->record_bits = (uint32_t)w.left + w.right + w.number;
    if (!reserve(t, t->count)) {
        t->record_bits = old.record_bits;
        return false;
    }
    t->widths = w;
    old.records = t->records;
    /* From the end: entries not moved yet lie before the one being written. */
    for (uint32_t i = t->count; i-- > 0;) put(t, i, lcm_table_get(&old, i));
    return true;
}

static void set_slot(lcm_table *t, uint64_t slot, uint32_t i, uint64_t hash) {
    uint64_t value = (hash & t->tag_mask) | (i + 1), before;
    memcpy(&before, t->slots + slot / 8, sizeof before); /* its neighbours are not to change */
    before = (before & ~(t->slot_mask << slot % 8)) | value << slot % 8;
    memcpy(t->slots + slot / 8, &before, sizeof before);
}

static inline void seat(lcm_table *t, uint32_t i, lcm_record r) {
    uint64_t hash = lcm_table_hash(r), at = lcm_table_slot(t, hash);
    while (lcm_table_slot_at(t, at)) at = lcm_table_slot_behind(t, at);
    set_slot(t, at, i, hash);
    t->seated++;
}

/* So many records can be numbered in slots. */
static uint64_t most_records(const lcm_table *t) { return t->slot_mask & ~t->tag_mask; }

static bool full(const lcm_table *t) { return t->slot_count - t->slot_count / 8 <= t->seated; }

/* Slots can be made anew from the records, so the old ones go first.  Growing by a quarter costs some time for each
 * record, and leaves few slots free. */
static bool make_slots(lcm_table *t) {
    enum { TAG_BITS = 5 }; /* bits of the hash in a slot, so that few records are compared without a match */
    uint64_t bigger = t->slot_count ? t->slot_count : t->first_slots ? t->first_slots : FEWEST_SLOTS;
    for (uint64_t seats = t->count - (t->drops ? t->zeros : 0); bigger - bigger / 8 <= seats;) bigger = bigger * 5 / 4;
    uint64_t records = t->count > bigger ? t->count : bigger;
    if (records >= (uint64_t)1 << 31) return false;
    uint32_t index_bits = lcm_bits((uint32_t)records + 1); /* no record's number is all of them */
    lcm_table_free_slots(t);
    t->slot_bits = index_bits + TAG_BITS;
    t->slot_count = (uint32_t)bigger;
    t->slots = lc_allocate(t->budget, slots_size(t));
    if (!t->slots) {
        t->slot_count = 0;
        return false;
    }
    t->slot_mask = ((uint64_t)1 << t->slot_bits) - 1;
    t->tag_mask = t->slot_mask & ~(((uint64_t)1 << index_bits) - 1);
    t->slots_end = (uint64_t)t->slot_count * t->slot_bits;
    memset(t->slots, 0, slots_size(t));
    for (uint32_t i = 0; i < t->count; i++) {
        lcm_record r = lcm_table_get(t, i);
        if (!t->drops || r.number) seat(t, i, r);
    }
    assert(t->seated == t->count - (t->drops ? t->zeros : 0) && !full(t)); /* a probe ends at a free slot */
    return true;
}

bool lcm_table_replace(lcm_table *t, lcm_widths w, uint64_t (*key)(void *context, uint64_t old), void *context) {
    lcm_table_free_slots(t);
    lcm_table new = {.budget = t->budget, .drops = t->drops, .first_slots = t->first_slots};
    bool well = lcm_table_widen(&new, w) && reserve(&new, t->count);
    for (uint32_t i = 0; well && i < t->count; i++) {
        lcm_record r = lcm_table_get(t, i);
        put(&new, new.count++, (lcm_record){key(context, r.key), r.number});
    }
    new.zeros = t->zeros;
    lcm_table_free(t);
    *t = new;
    return well && make_slots(t);
}

uint32_t lcm_table_add(lcm_table *t, lcm_record r) {
    bool ready = t->slots && !full(t) && t->count < most_records(t);
    if (!(ready || make_slots(t)) || !reserve(t, (uint64_t)t->count + 1)) return LCM_NO_RECORD;
    put(t, t->count, r);
    seat(t, t->count, r);
    t->zeros += r.number == 0;
    return t->count++;
}

uint32_t lcm_table_add_instead(lcm_table *t, lcm_record r, uint64_t slot) {
    assert(t->drops && lcm_table_get(t, (uint32_t)(lcm_table_slot_at(t, slot) & ~t->tag_mask) - 1).key == r.key);
    if (t->count >= most_records(t)) return lcm_table_add(t, r);
    if (!reserve(t, (uint64_t)t->count + 1)) return LCM_NO_RECORD;
    put(t, t->count, r);
    set_slot(t, slot, t->count, lcm_table_hash(r));
    t->zeros += r.number == 0;
    return t->count++;
}

size_t lcm_table_bytes(const lcm_table *t) { return t->record_room + (t->slots ? slots_size(t) : 0); }
