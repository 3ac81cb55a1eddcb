/* Interning: byte strings to dense numbers 0, 1, 2 … and back.
 *
 * States, values, labels, names and multisets are all interned once and then compared as numbers.
 */
#ifndef LC_BASE_INTERN_H
#define LC_BASE_INTERN_H

#include "base/vec.h"

typedef struct lc_interned {
    const void *bytes; /* aligned to 8, never moves */
    uint32_t size, hash;
} lc_interned;

typedef struct lc_intern {
    lc_budget *budget;
    lc_arena arena;
    LC_VEC(lc_interned) items;
    uint32_t *slots; /* open addressing: item number + 1, 0 is free; a power of two of them */
    uint32_t slot_count;
} lc_intern;

#define LC_NOT_INTERNED UINT32_MAX

void lc_intern_init(lc_intern *, lc_budget *);
void lc_intern_clear(lc_intern *); /* forget everything; keeps a little memory for reuse */
void lc_intern_free(lc_intern *);

/* The number of these bytes, new or old; LC_NOT_INTERNED when memory is out. */
uint32_t lc_intern_add(lc_intern *, const void *bytes, size_t size);
/* The number of these bytes if they are there, else LC_NOT_INTERNED. */
uint32_t lc_intern_find(const lc_intern *, const void *bytes, size_t size);

static inline const lc_interned *lc_intern_get(const lc_intern *in, uint32_t number) { return &in->items.at[number]; }

#endif
