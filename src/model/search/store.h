/* States by dense numbers 0, 1, 2 … in the order in which they came: tree-compressed (tree.h), for one thread. */
#ifndef LC_MODEL_SEARCH_STORE_H
#define LC_MODEL_SEARCH_STORE_H

#include "model/search/table.h"
#include "model/search/tree.h"

typedef struct lcm_store {
    lcm_tree tree;
    lcm_table table;
    uint32_t *values, *last; /* of a state, and of the one that was folded last */
    bool near;               /* there is such a one */
} lcm_store;

#define LCM_NOT_STORED UINT32_MAX

bool lcm_store_init(lcm_store *, uint32_t words, lc_budget *); /* false: out of memory; free it nevertheless */
void lcm_store_free(lcm_store *);
/* The number of a state, new (then it is the former count) or old; LCM_NOT_STORED when memory is out. */
uint32_t lcm_store_add(lcm_store *, const uint32_t *state);
void lcm_store_get(const lcm_store *, uint32_t number, uint32_t *state);
static inline uint32_t lcm_store_count(const lcm_store *s) { return s->table.count; }

#endif
