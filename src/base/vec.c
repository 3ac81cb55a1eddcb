#include "base/vec.h"

#include <assert.h>

bool lc_vec_grow(lc_budget *budget, void **at, uint32_t *room, uint64_t wanted, size_t item_size) {
    assert(wanted > *room);
    if (wanted > UINT32_MAX) return lc_exhaust(budget), false;
    uint64_t bigger = *room + (uint64_t)*room / 2;
    if (bigger < 8) bigger = 8;
    if (bigger < wanted) bigger = wanted;
    if (bigger > UINT32_MAX) bigger = UINT32_MAX;
    void *moved = lc_resize(budget, *at, *room * item_size, bigger * item_size);
    if (!moved) return false;
    *at = moved;
    *room = (uint32_t)bigger;
    return true;
}
