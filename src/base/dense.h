/* A map from 32-bit keys of a known range to 32-bit numbers.  Where the keys lie close together, as handles of small
 * integers or of interned values mostly do, it is a plain table, which is smaller and faster than hashing. */
#ifndef LC_BASE_DENSE_H
#define LC_BASE_DENSE_H

#include "base/map64.h"

typedef struct lc_dense {
    uint32_t least;
    size_t size;     /* of the table */
    uint32_t *table; /* the value + 1, 0: absent; NULL: the map is used */
    lc_map64 map;
} lc_dense;

/* For at most `count` keys from `least` to `greatest`.  False: out of memory. */
bool lc_dense_init(lc_dense *, uint32_t least, uint32_t greatest, size_t count, lc_budget *);
void lc_dense_free(lc_dense *);

/* LC_NOT_MAPPED if absent. */
static inline uint32_t lc_dense_get(const lc_dense *d, uint32_t key) {
    return d->table ? d->table[key - d->least] - 1 : lc_map64_get(&d->map, key);
}
/* Out of memory: not stored. */
static inline void lc_dense_put(lc_dense *d, uint32_t key, uint32_t value) {
    if (d->table) d->table[key - d->least] = value + 1;
    else lc_map64_put(&d->map, key, value);
}

#endif
