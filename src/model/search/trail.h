/* Where each record of a shard came from, in about a byte.
 *
 * All that is expanded has an ordinal, counted over all shards in the order of expansion, and successors come in the
 * order of their origins.  So the ordinals of a shard's origins never decrease: their differences are kept, seven bits
 * a byte, with the full ordinal now and then.
 */
#ifndef LC_MODEL_SEARCH_TRAIL_H
#define LC_MODEL_SEARCH_TRAIL_H

#include "base/vec.h"

typedef struct lcm_trail_mark {
    uint64_t ordinal; /* before */
    uint32_t offset;
} lcm_trail_mark;

typedef struct lcm_trail {
    uint8_t *bytes;
    uint32_t size, room, count;
    uint64_t last;
    LC_VEC(lcm_trail_mark) marks;
} lcm_trail;

bool lcm_trail_add(lcm_trail *, uint64_t ordinal, lc_budget *);
uint64_t lcm_trail_get(const lcm_trail *, uint32_t i);
void lcm_trail_free(lcm_trail *, lc_budget *);
static inline size_t lcm_trail_bytes(const lcm_trail *t) { return t->room + t->marks.room * sizeof *t->marks.at; }

#endif
