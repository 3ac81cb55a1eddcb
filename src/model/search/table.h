/* Keys and small numbers beside them, in the order in which they came, and quickly found.
 *
 * A record is the two halves of a key and a number, packed into as few bits as the largest of each need.  Slots find
 * them: the record's number, and a few bits of the hash; they are packed as well.  Records are found by the hash of
 * their key, except those whose number is odd: they are found by key and number.  So a search for all records of a key
 * leaves the lowest bit clear, and a search for one record among many of a key sets it in all but the first.
 *
 * Positions and sizes depend only on the sequence of additions.  One thread at a time.
 */
#ifndef LC_MODEL_SEARCH_TABLE_H
#define LC_MODEL_SEARCH_TABLE_H

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

#define LCM_NO_RECORD UINT32_MAX

typedef struct lcm_widths {
    uint8_t left, right, number; /* bits; at most 32 each */
} lcm_widths;

typedef struct lcm_table {
    lc_budget *budget;
    lcm_widths widths;
    uint32_t record_bits, count;
    uint32_t zeros; /* records whose number is 0 */
    uint8_t *records;
    size_t record_room;   /* bytes */
    bool drops;           /* records whose number is 0 need not be found */
    uint32_t first_slots; /* 0: a few */
    uint8_t *slots;
    uint32_t slot_bits, slot_count, seated; /* seated: slots in use */
    uint64_t slots_end;                     /* bits of all slots */
    uint64_t slot_mask, tag_mask;           /* the bits of a slot, and those of the hash; the rest is the record + 1 */
} lcm_table;

typedef struct lcm_record {
    uint64_t key;
    uint32_t number;
} lcm_record;

void lcm_table_init(lcm_table *, lc_budget *);
void lcm_table_free(lcm_table *);
void lcm_table_free_slots(lcm_table *); /* nothing is found any more, but all records are there */
/* Before something is added that the present widths have no room for.  False: out of memory, as it was. */
bool lcm_table_widen(lcm_table *, lcm_widths);
/* Other keys for all records, and these widths; different keys stay different.  False: out of memory, and it is useless
 * from then on. */
bool lcm_table_replace(lcm_table *, lcm_widths, uint64_t (*key)(void *context, uint64_t old), void *context);
/* The number of the new record; LCM_NO_RECORD when memory is out. */
uint32_t lcm_table_add(lcm_table *, lcm_record);
/* The same, with the slot that lcm_table_next found a record of the same key by, which is dropped. */
uint32_t lcm_table_add_instead(lcm_table *, lcm_record, uint64_t slot);
size_t lcm_table_bytes(const lcm_table *);

static inline uint32_t lcm_bits(uint32_t value) { return value ? 32 - (uint32_t)__builtin_clz(value) : 0; }

typedef unsigned __int128 lcm_packed;
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits are counted from the first byte");

static inline lcm_record lcm_table_get(const lcm_table *t, uint32_t i) {
    lcm_packed p;
    uint64_t bit = (uint64_t)i * t->record_bits;
    memcpy(&p, t->records + bit / 8, sizeof p); /* behind the last one there is room for that */
    p >>= bit % 8;
    uint32_t left = (uint32_t)p & (uint32_t)(((uint64_t)1 << t->widths.left) - 1);
    p >>= t->widths.left;
    uint32_t right = (uint32_t)p & (uint32_t)(((uint64_t)1 << t->widths.right) - 1);
    p >>= t->widths.right;
    uint32_t number = (uint32_t)p & (uint32_t)(((uint64_t)1 << t->widths.number) - 1);
    return (lcm_record){(uint64_t)left << 32 | right, number};
}

/* Another number for a record; its lowest bit stays. */
void lcm_table_set(lcm_table *, uint32_t i, uint32_t number);

static inline uint64_t lcm_table_hash(lcm_record r) {
    uint64_t hash = lc_mix(r.key, 0);
    return r.number & 1 ? lc_mix(hash, r.number) : hash;
}

/* Slots go by their first bit. */
static inline uint64_t lcm_table_slot(const lcm_table *t, uint64_t hash) {
    return ((hash >> 32) * t->slot_count >> 32) * t->slot_bits;
}
static inline uint64_t lcm_table_slot_behind(const lcm_table *t, uint64_t slot) {
    slot += t->slot_bits;
    return slot == t->slots_end ? 0 : slot;
}
static inline uint64_t lcm_table_slot_at(const lcm_table *t, uint64_t slot) {
    uint64_t found;
    memcpy(&found, t->slots + slot / 8, sizeof found); /* behind the last one there is room for that */
    return found >> slot % 8 & t->slot_mask;
}

/* One after another those records whose hash may be this one.  The caller compares. */
typedef struct lcm_probe {
    uint64_t tag, slot, found_by; /* found_by: the slot of the last one */
} lcm_probe;

static inline lcm_probe lcm_table_look(const lcm_table *t, uint64_t hash) {
    return (lcm_probe){.slot = lcm_table_slot(t, hash), .tag = hash & t->tag_mask};
}

static inline uint32_t lcm_table_next(const lcm_table *t, lcm_probe *p) {
    if (!t->slots) return LCM_NO_RECORD;
    for (;;) {
        uint64_t found = lcm_table_slot_at(t, p->slot);
        if (!found) return LCM_NO_RECORD;
        p->found_by = p->slot;
        p->slot = lcm_table_slot_behind(t, p->slot);
        if ((found & t->tag_mask) == p->tag) return (uint32_t)(found ^ p->tag) - 1;
    }
}

#endif
