#include "base/intern.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { FEWEST_SLOTS = 16, MOST_KEPT = 4096 };

void lc_intern_init(lc_intern *in, lc_budget *budget) {
    *in = (lc_intern){.budget = budget};
    lc_arena_init(&in->arena, budget);
}

void lc_intern_free(lc_intern *in) {
    lc_release(in->budget, in->slots, in->slot_count * sizeof *in->slots);
    lc_vec_free(in->budget, &in->items);
    lc_arena_free(&in->arena);
    in->slots = NULL;
    in->slot_count = 0;
}

void lc_intern_clear(lc_intern *in) {
    if (in->slot_count > MOST_KEPT) {
        lc_intern_free(in);
        return;
    }
    if (in->slots) memset(in->slots, 0, in->slot_count * sizeof *in->slots);
    in->items.count = 0;
    lc_arena_clear(&in->arena);
}

/* The slot that holds these bytes, or the free one where they belong. */
static uint32_t probe(const lc_intern *in, const void *bytes, size_t size, uint32_t hash) {
    uint32_t mask = in->slot_count - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t number = in->slots[i];
        if (!number) return i;
        const lc_interned *item = &in->items.at[number - 1];
        if (item->hash == hash && item->size == size && (size == 0 || !memcmp(item->bytes, bytes, size))) return i;
    }
}

static bool rehash(lc_intern *in) {
    if (in->slot_count > UINT32_MAX / 2) return lc_exhaust(in->budget), false;
    uint32_t bigger = in->slot_count ? in->slot_count * 2 : FEWEST_SLOTS;
    uint32_t *slots = lc_allocate(in->budget, bigger * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, bigger * sizeof *slots);
    for (uint32_t n = 0; n < in->items.count; n++) {
        uint32_t i = in->items.at[n].hash & (bigger - 1);
        while (slots[i]) i = (i + 1) & (bigger - 1);
        slots[i] = n + 1;
    }
    lc_release(in->budget, in->slots, in->slot_count * sizeof *slots);
    in->slots = slots;
    in->slot_count = bigger;
    return true;
}

uint32_t lc_intern_find(const lc_intern *in, const void *bytes, size_t size) {
    if (!in->slot_count) return LC_NOT_INTERNED;
    uint32_t number = in->slots[probe(in, bytes, size, (uint32_t)lc_hash_bytes(bytes, size))];
    return number ? number - 1 : LC_NOT_INTERNED;
}

uint32_t lc_intern_add(lc_intern *in, const void *bytes, size_t size) {
    assert(size < UINT32_MAX);
    if (in->items.count >= in->slot_count / 4 * 3 && !rehash(in)) return LC_NOT_INTERNED;
    uint32_t hash = (uint32_t)lc_hash_bytes(bytes, size);
    uint32_t slot = probe(in, bytes, size, hash);
    if (in->slots[slot]) return in->slots[slot] - 1;
    void *copy = lc_arena_take(&in->arena, size);
    if (!copy) return LC_NOT_INTERNED;
    if (size) memcpy(copy, bytes, size);
    if (!lc_push(in->budget, &in->items, (lc_interned){copy, (uint32_t)size, hash})) return LC_NOT_INTERNED;
    in->slots[slot] = in->items.count;
    return in->items.count - 1;
}
