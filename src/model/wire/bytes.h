/* Numbers as bytes, seven bits each: most that are sent are small. */
#ifndef LC_MODEL_WIRE_BYTES_H
#define LC_MODEL_WIRE_BYTES_H

#include <string.h>

#include "base/vec.h"

typedef LC_VEC(uint8_t) lcm_bytes;

enum { LCM_LONGEST_NUMBER = 10 };

static inline bool lcm_put(lc_budget *budget, lcm_bytes *out, uint64_t number) {
    if (!lc_reserve(budget, out, (uint64_t)out->count + LCM_LONGEST_NUMBER)) return false;
    for (; number >= 128; number >>= 7) out->at[out->count++] = (uint8_t)(number | 128);
    out->at[out->count++] = (uint8_t)number;
    return true;
}

static inline bool lcm_put_bytes(lc_budget *budget, lcm_bytes *out, const void *bytes, uint32_t size) {
    if (size == 0) return true;
    if (!lc_reserve(budget, out, (uint64_t)out->count + size)) return false;
    memcpy(out->at + out->count, bytes, size);
    out->count += size;
    return true;
}

typedef struct lcm_reader {
    const uint8_t *at, *end;
} lcm_reader;

/* Behind the end there are zeros. */
static inline uint64_t lcm_get(lcm_reader *r) {
    uint64_t number = 0;
    for (uint32_t shift = 0; r->at < r->end; shift += 7) {
        uint8_t byte = *r->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (!(byte & 128)) break;
    }
    return number;
}

static inline const uint8_t *lcm_get_bytes(lcm_reader *r, size_t size) {
    const uint8_t *at = r->at;
    r->at += size;
    return at;
}

#endif
