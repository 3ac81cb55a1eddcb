#include "base/dense.h"

#include <string.h>

bool lc_dense_init(lc_dense *d, uint32_t least, uint32_t greatest, size_t count, lc_budget *budget) {
    enum { SLACK = 64 }; /* a hash table takes more than 4 words a key */
    *d = (lc_dense){.least = least};
    lc_map64_init(&d->map, budget);
    size_t range = least <= greatest ? (size_t)greatest - least + 1 : 1;
    if (range > 4 * count + SLACK) return true;
    d->size = range * sizeof *d->table;
    d->table = lc_allocate(budget, d->size);
    if (!d->table) return false;
    memset(d->table, 0, d->size);
    return true;
}

void lc_dense_free(lc_dense *d) {
    if (d->table) lc_release(d->map.budget, d->table, d->size);
    lc_map64_free(&d->map);
}
