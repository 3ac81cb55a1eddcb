#include "model/search/trail.h"

#include <assert.h>

enum { STRIDE = 256, LONGEST = 10 };

bool lcm_trail_add(lcm_trail *t, uint64_t ordinal, lc_budget *budget) {
    assert(ordinal >= t->last);
    if (t->count % STRIDE == 0 && !lc_push(budget, &t->marks, (lcm_trail_mark){t->last, t->size})) return false;
    if (t->room - t->size < LONGEST) {
        uint32_t bigger = t->room + t->room / 16 + 4 * LONGEST;
        uint8_t *bytes = bigger > t->room ? lc_resize(budget, t->bytes, t->room, bigger) : NULL;
        if (!bytes) return false;
        t->bytes = bytes;
        t->room = bigger;
    }
    uint64_t difference = ordinal - t->last;
    for (; difference >= 128; difference >>= 7) t->bytes[t->size++] = (uint8_t)(difference | 128);
    t->bytes[t->size++] = (uint8_t)difference;
    t->last = ordinal;
    t->count++;
    return true;
}

uint64_t lcm_trail_get(const lcm_trail *t, uint32_t i) {
    assert(i < t->count);
    lcm_trail_mark mark = t->marks.at[i / STRIDE];
    uint64_t ordinal = mark.ordinal;
    const uint8_t *at = t->bytes + mark.offset;
    for (uint32_t n = 0; n <= i % STRIDE; n++) {
        uint64_t difference = 0;
        uint32_t shift = 0;
        for (; *at & 128; at++, shift += 7) difference |= (uint64_t)(*at & 127) << shift;
        ordinal += difference | (uint64_t)*at++ << shift;
    }
    return ordinal;
}

void lcm_trail_free(lcm_trail *t, lc_budget *budget) {
    lc_release(budget, t->bytes, t->room);
    lc_vec_free(budget, &t->marks);
    *t = (lcm_trail){0};
}
