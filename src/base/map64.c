#include "base/map64.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { FEWEST_SLOTS = 32, MOST_KEPT = 4096 };

void lc_map64_init(lc_map64 *m, lc_budget *budget) { *m = (lc_map64){.budget = budget}; }

void lc_map64_free(lc_map64 *m) {
    lc_release(m->budget, m->keys, m->slot_count * sizeof *m->keys);
    lc_release(m->budget, m->values, m->slot_count * sizeof *m->values);
    *m = (lc_map64){.budget = m->budget};
}

void lc_map64_clear(lc_map64 *m) {
    if (m->slot_count > MOST_KEPT) {
        lc_map64_free(m);
        return;
    }
    if (m->values) memset(m->values, 0, m->slot_count * sizeof *m->values);
    m->count = 0;
}

static uint32_t probe(const lc_map64 *m, uint64_t key) {
    uint32_t mask = m->slot_count - 1;
    uint32_t i = (uint32_t)lc_mix(key, 0) & mask;
    while (m->values[i] && m->keys[i] != key) i = (i + 1) & mask;
    return i;
}

uint32_t lc_map64_get(const lc_map64 *m, uint64_t key) {
    if (!m->slot_count) return LC_NOT_MAPPED;
    return m->values[probe(m, key)] - 1u; /* a free slot wraps around to LC_NOT_MAPPED */
}

static bool rehash(lc_map64 *m) {
    if (m->slot_count > UINT32_MAX / 2) return lc_exhaust(m->budget), false;
    lc_map64 bigger = {.budget = m->budget, .slot_count = m->slot_count ? m->slot_count * 2 : FEWEST_SLOTS};
    bigger.keys = lc_allocate(m->budget, bigger.slot_count * sizeof *bigger.keys);
    bigger.values = bigger.keys ? lc_allocate(m->budget, bigger.slot_count * sizeof *bigger.values) : NULL;
    if (!bigger.values) {
        lc_release(m->budget, bigger.keys, bigger.slot_count * sizeof *bigger.keys);
        return false;
    }
    memset(bigger.values, 0, bigger.slot_count * sizeof *bigger.values);
    for (uint32_t i = 0; i < m->slot_count; i++)
        if (m->values[i]) {
            uint32_t slot = probe(&bigger, m->keys[i]);
            bigger.keys[slot] = m->keys[i];
            bigger.values[slot] = m->values[i];
        }
    bigger.count = m->count;
    lc_map64_free(m);
    *m = bigger;
    return true;
}

void lc_map64_put(lc_map64 *m, uint64_t key, uint32_t value) {
    assert(value < LC_NOT_MAPPED);
    if (m->count >= m->slot_count / 4 * 3 && !rehash(m)) return;
    uint32_t slot = probe(m, key);
    m->count += m->values[slot] == 0;
    m->keys[slot] = key;
    m->values[slot] = value + 1;
}
