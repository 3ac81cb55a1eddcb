#include "model/search/sets.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

void lcm_sets_init(lcm_sets *s, lc_budget *budget) {
    *s = (lcm_sets){0};
    lc_arena_init(&s->arena, budget);
}

void lcm_sets_free(lcm_sets *s) {
    lc_budget *budget = s->arena.budget;
    for (uint32_t r = 0; r < LCM_SET_ROWS; r++) lc_release(budget, s->rows[r], ((size_t)64 << r) * sizeof *s->rows[r]);
    lc_release(budget, s->slots, s->slot_count * sizeof *s->slots);
    lc_arena_free(&s->arena);
}

static bool in_bits(const lcm_set *s, uint32_t element) {
    return element / 32 < s->bit_words && s->at[element / 32] >> (element % 32) & 1;
}

bool lcm_set_within(const lcm_set *a, const lcm_set *b) {
    if (a == b) return true;
    if (a->count >= b->count || (a->digest & ~b->digest)) return false; /* as many and equal: it would be the same */
    if (a->bit_words && b->bit_words) {
        if (a->bit_words > b->bit_words) return false;
        for (uint32_t w = 0; w < a->bit_words; w++)
            if (a->at[w] & ~b->at[w]) return false;
        return true;
    }
    if (a->bit_words) {
        uint32_t common = 0;
        for (uint32_t i = 0; i < b->count; i++) common += in_bits(a, b->at[i]);
        return common == a->count;
    }
    if (b->bit_words) {
        for (uint32_t i = 0; i < a->count; i++)
            if (!in_bits(b, a->at[i])) return false;
        return true;
    }
    for (uint32_t i = 0, j = 0; i < a->count; i++, j++) {
        while (j < b->count && b->at[j] < a->at[i]) j++;
        if (j == b->count || b->at[j] != a->at[i]) return false;
    }
    return true;
}

static bool rehash(lcm_sets *s) {
    uint32_t bigger = s->slot_count ? s->slot_count * 2 : 64;
    uint32_t *slots = lc_allocate(s->arena.budget, bigger * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, bigger * sizeof *slots);
    for (uint32_t n = 1; n <= s->count; n++) {
        uint32_t at = (uint32_t)lcm_sets_get(s, n)->hash & (bigger - 1);
        while (slots[at]) at = (at + 1) & (bigger - 1);
        slots[at] = n;
    }
    lc_release(s->arena.budget, s->slots, s->slot_count * sizeof *slots);
    s->slots = slots;
    s->slot_count = bigger;
    return true;
}

static bool same(const lcm_set *set, const uint32_t *elements, uint32_t count) {
    if (set->count != count) return false;
    if (!set->bit_words) return memcmp(set->at, elements, count * sizeof *elements) == 0;
    for (uint32_t i = 0; i < count; i++)
        if (!in_bits(set, elements[i])) return false;
    return true;
}

#ifndef NDEBUG
/* Sets are compared, and searched for each other, as ascending rows. */
static bool is_ascending(const uint32_t *elements, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (elements[i - 1] >= elements[i]) return false;
    return true;
}
#endif

static lcm_set *make(lcm_sets *s, const uint32_t *elements, uint32_t count, uint64_t hash) {
    uint32_t bit_words = elements[count - 1] / 32 + 1;
    if (count <= bit_words) bit_words = 0;
    size_t size = (bit_words ? bit_words : count) * sizeof *elements;
    lcm_set *set = lc_arena_take(&s->arena, sizeof *set + size);
    if (!set) return NULL;
    *set = (lcm_set){.hash = hash, .count = count, .bit_words = bit_words};
    if (bit_words) memset(set->at, 0, size);
    else memcpy(set->at, elements, size);
    for (uint32_t i = 0; i < count; i++) {
        set->digest |= (uint64_t)1 << elements[i] % 64;
        if (bit_words) set->at[elements[i] / 32] |= (uint32_t)1 << elements[i] % 32;
    }
    return set;
}

uint32_t lcm_sets_add(lcm_sets *s, const uint32_t *elements, uint32_t count, bool *added) {
    assert(count > 0 && is_ascending(elements, count));
    *added = false;
    if (s->count >= s->slot_count / 4 * 3 && !rehash(s)) return LCM_NO_SET;
    uint64_t hash = lc_hash_bytes(elements, count * sizeof *elements);
    uint32_t at = (uint32_t)hash & (s->slot_count - 1);
    for (; s->slots[at]; at = (at + 1) & (s->slot_count - 1)) {
        const lcm_set *set = lcm_sets_get(s, s->slots[at]);
        if (set->hash == hash && same(set, elements, count)) return s->slots[at];
    }
    uint32_t number = s->count + 1, row = 31 - (uint32_t)__builtin_clz(number + 63) - 6;
    assert(number < (uint32_t)1 << 31);
    if (!s->rows[row] && !(s->rows[row] = lc_allocate(s->arena.budget, ((size_t)64 << row) * sizeof *s->rows[row])))
        return LCM_NO_SET;
    lcm_set *set = make(s, elements, count, hash);
    if (!set) return LCM_NO_SET;
    *lcm_sets_place(s, number) = set;
    s->slots[at] = s->count = number;
    *added = true;
    return number;
}
