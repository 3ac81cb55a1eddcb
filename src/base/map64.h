/* A map from 64-bit keys to 32-bit numbers: open addressing, 12 bytes a slot, no deletion. */
#ifndef LC_BASE_MAP64_H
#define LC_BASE_MAP64_H

#include "base/memory.h"

typedef struct lc_map64 {
    lc_budget *budget;
    uint64_t *keys;
    uint32_t *values; /* 0: the slot is free, else the value + 1 */
    uint32_t count, slot_count;
} lc_map64;

#define LC_NOT_MAPPED UINT32_MAX

void lc_map64_init(lc_map64 *, lc_budget *);
void lc_map64_clear(lc_map64 *);
void lc_map64_free(lc_map64 *);
uint32_t lc_map64_get(const lc_map64 *, uint64_t key); /* LC_NOT_MAPPED if absent */
/* New or instead of the old value; below LC_NOT_MAPPED.  Out of memory: not stored. */
void lc_map64_put(lc_map64 *, uint64_t key, uint32_t value);

#endif
