/* The table of configurations.
 *
 * Invariants.
 * - Every configuration stands in one slot, found from the hash of its mask; the caller's hash is that of the mask.
 * - A quarter of the slots is free, so that a probe ends.
 * - Without chains no pending operation has been linearized; the multisets of a chain are not equal.
 */
#include "check/search/configs.h"

#include <assert.h>
#include <string.h>

enum { FEWEST_SLOTS = 64, MOST_KEPT = 512 };
#define FREE_SLOT UINT64_MAX

void lc_configs_init(lc_configs *c, lc_budget *budget) { *c = (lc_configs){.budget = budget}; }

static size_t slot_bytes(const lc_configs *c) { return (1 + (size_t)c->words) * sizeof(uint64_t); }

static void release_table(lc_configs *c) {
    lc_release(c->budget, c->table, c->slot_count * slot_bytes(c));
    lc_release(c->budget, c->chains, c->slot_count * sizeof *c->chains);
    c->table = NULL;
    c->chains = NULL;
    c->slot_count = 0;
}

void lc_configs_free(lc_configs *c) {
    release_table(c);
    lc_vec_free(c->budget, &c->links);
}

static void erase(lc_configs *c) {
    for (uint64_t i = 0; i < c->slot_count; i++) c->table[i * (1 + c->words)] = FREE_SLOT;
    if (c->chains) memset(c->chains, 0, c->slot_count * sizeof *c->chains);
}

void lc_configs_reset(lc_configs *c, uint32_t words, bool chained) {
    if (words != c->words || chained != c->chained || c->slot_count > MOST_KEPT) release_table(c);
    c->words = words;
    c->chained = chained;
    c->count = 0;
    c->links.count = 0;
    erase(c);
}

static uint64_t probe(const lc_configs *c, uint64_t where, const uint64_t *mask, uint64_t mask_hash) {
    uint64_t last = c->slot_count - 1;
    for (uint64_t i = lc_mix(where, mask_hash) & last;; i = (i + 1) & last) {
        const uint64_t *slot = c->table + i * (1 + c->words);
        if (slot[0] == FREE_SLOT) return i;
        if (slot[0] != where) continue;
        uint32_t w = 0;
        while (w < c->words && slot[1 + w] == mask[w]) w++;
        if (w == c->words) return i;
    }
}

/* The same hash the caller keeps: the sum of a key per slot in the mask. */
static uint64_t hash_mask(const lc_configs *c, const uint64_t *mask) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < c->words; w++)
        for (uint64_t rest = mask[w]; rest; rest &= rest - 1)
            hash += lc_slot_key(w * 64 + (uint32_t)__builtin_ctzll(rest));
    return hash;
}

static bool grow(lc_configs *c) {
    lc_configs bigger = *c;
    bigger.slot_count = c->slot_count ? c->slot_count * 2 : FEWEST_SLOTS;
    bigger.table = lc_allocate(c->budget, bigger.slot_count * slot_bytes(c));
    bigger.chains = NULL;
    if (!bigger.table) return false;
    if (c->chained) {
        bigger.chains = lc_allocate(c->budget, bigger.slot_count * sizeof *bigger.chains);
        if (!bigger.chains) {
            lc_release(c->budget, bigger.table, bigger.slot_count * slot_bytes(c));
            return false;
        }
    }
    erase(&bigger);
    for (uint64_t i = 0; i < c->slot_count; i++) {
        const uint64_t *from = c->table + i * (1 + c->words);
        if (from[0] == FREE_SLOT) continue;
        uint64_t to = probe(&bigger, from[0], from + 1, hash_mask(c, from + 1));
        assert(bigger.table[to * (1 + c->words)] == FREE_SLOT); /* each is there once */
        memcpy(bigger.table + to * (1 + c->words), from, slot_bytes(c));
        if (c->chained) bigger.chains[to] = c->chains[i];
    }
    release_table(c);
    *c = bigger;
    return true;
}

/* Is `used` new to this chain, neither equal to nor larger than one of it?  Then it joins. */
static bool join_chain(lc_configs *c, uint32_t *head, uint32_t used, const lc_multisets *sets) {
    for (uint32_t i = *head; i; i = c->links.at[i - 1].next) {
        uint32_t other = c->links.at[i - 1].used;
        c->compared++;
        if (other == used || (sets && lc_multiset_contains(sets, used, other))) return false;
    }
    if (!lc_push(c->budget, &c->links, (lc_config_link){used, *head})) return false;
    *head = c->links.count;
    return true;
}

bool lc_configs_visit(lc_configs *c, uint32_t at_return, uint32_t state, const uint64_t *mask, uint64_t mask_hash,
                      uint32_t used, const lc_multisets *sets) {
    assert(c->chained || used == LC_EMPTY_MULTISET);
    if (c->count >= c->slot_count / 4 * 3 && !grow(c)) return false;
    assert(c->count % 64 || mask_hash == hash_mask(c, mask)); /* one in 64: it costs as much as the visit */
    uint64_t where = (uint64_t)at_return << 32 | state;
    assert(where != FREE_SLOT && c->count < c->slot_count);
    uint64_t i = probe(c, where, mask, mask_hash);
    uint64_t *slot = c->table + i * (1 + c->words);
    if (slot[0] == FREE_SLOT) {
        slot[0] = where;
        memcpy(slot + 1, mask, c->words * sizeof *mask);
        c->count++;
    } else if (!c->chained) {
        return false;
    }
    return !c->chained || join_chain(c, &c->chains[i], used, sets);
}
