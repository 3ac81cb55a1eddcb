#include "check/sync/lanes.h"

#include <string.h>

void lc_lanes_free(lc_lanes *l, lc_budget *budget) {
    lc_vec_free(budget, &l->lane);
    lc_vec_free(budget, &l->first);
    lc_vec_free(budget, &l->cursor);
}

bool lc_lanes_lay_out(lc_lanes *l, const lc_timeline *line) {
    l->line = line;
    l->lane.count = l->first.count = l->cursor.count = 0;
    if (!lc_reserve(line->budget, &l->first, line->slots + 1) ||
        !lc_reserve(line->budget, &l->cursor, line->slots + 1) ||
        !lc_reserve(line->budget, &l->lane, line->ops.count + 1))
        return false;
    uint32_t *first = l->first.at;
    memset(first, 0, (line->slots + 1) * sizeof *first);
    for (uint32_t i = 0; i < line->ops.count; i++)
        if (line->ops.at[i].slot != LC_NO_SLOT) first[line->ops.at[i].slot + 1]++;
    for (uint32_t slot = 0; slot < line->slots; slot++) {
        first[slot + 1] += first[slot];
        l->cursor.at[slot] = first[slot];
    }
    for (uint32_t i = 0; i < line->ops.count; i++)
        if (line->ops.at[i].slot != LC_NO_SLOT) l->lane.at[l->cursor.at[line->ops.at[i].slot]++] = i;
    for (uint32_t slot = 0; slot < line->slots; slot++) l->cursor.at[slot] = first[slot];
    l->first.count = l->cursor.count = line->slots;
    return true;
}

uint32_t lc_lanes_occupant(lc_lanes *l, uint32_t slot, uint32_t r) {
    uint32_t first = l->first.at[slot], end = l->first.at[slot + 1], *at = &l->cursor.at[slot];
    uint32_t called = lc_lanes_called(l, r);
    while (*at + 1 < end && l->lane.at[*at + 1] < called) ++*at;
    while (*at > first && l->lane.at[*at] >= called) --*at;
    uint32_t op = *at < end ? l->lane.at[*at] : LC_NO_OP;
    if (op == LC_NO_OP || op >= called) return LC_NO_OP;
    uint32_t ends = l->line->ops.at[op].ends;
    return ends == LC_NEVER || ends >= r ? op : LC_NO_OP;
}

uint32_t lc_lanes_available(const lc_lanes *l, uint32_t class, uint32_t r) {
    const lc_class *c = &l->line->classes.at[class];
    uint32_t low = 0, high = c->members.count, called = lc_lanes_called(l, r);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->members.at[middle] < called) low = middle + 1;
        else high = middle;
    }
    return low;
}
