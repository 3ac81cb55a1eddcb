/* Multisets.  Invariant: the classes of a set ascend, so that equal sets are the same bytes and have one number. */
#include "check/search/multiset.h"

#include <assert.h>

void lc_multisets_init(lc_multisets *m, lc_budget *budget) {
    *m = (lc_multisets){0};
    lc_intern_init(&m->sets, budget);
    lc_multisets_reset(m);
}

void lc_multisets_reset(lc_multisets *m) {
    lc_intern_clear(&m->sets);
    (void)lc_intern_add(&m->sets, NULL, 0);
}

void lc_multisets_free(lc_multisets *m) {
    lc_vec_free(m->sets.budget, &m->scratch);
    lc_intern_free(&m->sets);
}

static const uint32_t *elements(const lc_multisets *m, uint32_t set, uint32_t *count) {
    const lc_interned *bytes = lc_intern_get(&m->sets, set);
    *count = bytes->size / sizeof(uint32_t);
    return bytes->bytes;
}

uint32_t lc_multiset_count(const lc_multisets *m, uint32_t set, uint32_t class) {
    uint32_t count, found = 0;
    const uint32_t *at = elements(m, set, &count);
    for (uint32_t i = 0; i < count; i++) found += at[i] == class;
    return found;
}

uint32_t lc_multiset_add(lc_multisets *m, uint32_t set, uint32_t class) {
    uint32_t count, i = 0;
    const uint32_t *at = elements(m, set, &count);
    if (!lc_reserve(m->sets.budget, &m->scratch, count + 1)) return LC_EMPTY_MULTISET;
    for (; i < count && at[i] <= class; i++) m->scratch.at[i] = at[i];
    assert((i == 0 || at[i - 1] <= class) && (i == count || class < at[i]));
    m->scratch.at[i] = class;
    for (; i < count; i++) m->scratch.at[i + 1] = at[i];
    uint32_t bigger = lc_intern_add(&m->sets, m->scratch.at, (count + 1) * sizeof *at);
    return bigger == LC_NOT_INTERNED ? LC_EMPTY_MULTISET : bigger;
}

uint32_t lc_multiset_remove(lc_multisets *m, uint32_t set, uint32_t class) {
    uint32_t count, i = 0;
    const uint32_t *at = elements(m, set, &count);
    if (!lc_reserve(m->sets.budget, &m->scratch, count)) return LC_EMPTY_MULTISET;
    for (; i < count && at[i] != class; i++) m->scratch.at[i] = at[i];
    assert(i < count);
    for (i++; i < count; i++) m->scratch.at[i - 1] = at[i];
    uint32_t smaller = lc_intern_add(&m->sets, m->scratch.at, (count - 1) * sizeof *at);
    return smaller == LC_NOT_INTERNED ? LC_EMPTY_MULTISET : smaller;
}

bool lc_multiset_contains(const lc_multisets *m, uint32_t larger, uint32_t smaller) {
    uint32_t many, few, i = 0;
    const uint32_t *big = elements(m, larger, &many), *small = elements(m, smaller, &few);
    if (few > many) return false;
    for (uint32_t j = 0; j < few; j++) {
        while (i < many && big[i] < small[j]) i++;
        if (i == many || big[i] != small[j]) return false;
        i++;
    }
    return true;
}
