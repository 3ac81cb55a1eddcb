/* Multisets of classes, interned: the pending operations that have been linearized, as a number of each kind. */
#ifndef LC_CHECK_SEARCH_MULTISET_H
#define LC_CHECK_SEARCH_MULTISET_H

#include "base/intern.h"

typedef struct lc_multisets {
    lc_intern sets; /* ascending class numbers, with repetition */
    LC_VEC(uint32_t) scratch;
} lc_multisets;

#define LC_EMPTY_MULTISET 0u

void lc_multisets_init(lc_multisets *, lc_budget *);
void lc_multisets_reset(lc_multisets *);
void lc_multisets_free(lc_multisets *);

uint32_t lc_multiset_count(const lc_multisets *, uint32_t set, uint32_t class);
uint32_t lc_multiset_add(lc_multisets *, uint32_t set, uint32_t class);    /* the empty one when memory is out */
uint32_t lc_multiset_remove(lc_multisets *, uint32_t set, uint32_t class); /* one that is in it; likewise */
bool lc_multiset_contains(const lc_multisets *, uint32_t larger, uint32_t smaller);

#endif
