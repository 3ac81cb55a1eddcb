/* Packing: fields into words, none across a border. */
#include "model/compile/system_parts.h"

static uint8_t bits_for(int32_t low, int32_t high) {
    uint64_t values = (uint64_t)((int64_t)high - low);
    uint8_t bits = 0;
    while (bits < 32 && values >> bits) bits++;
    return bits;
}

void lcm_pack_layout(lcm_system *s) {
    uint32_t word = 0, used = 0;
    for (uint32_t i = 0; i < s->fields.count; i++) {
        lcm_field *f = &s->fields.at[i];
        f->bits = bits_for(f->low, f->high);
        f->mask = f->bits == 32 ? UINT32_MAX : (1u << f->bits) - 1;
        if (used + f->bits > 32) word++, used = 0;
        f->word = word;
        f->shift = (uint8_t)(used & 31);
        used += f->bits;
    }
    s->words = word + 1;
    s->lts.words = s->words;
}

bool lcm_pack(const lcm_system *s, const int32_t *fields, uint32_t *state, uint32_t *field) {
    const lcm_field *f = s->fields.at, *end = f + s->fields.count;
    uint32_t word = 0, value = 0;
    for (; f < end; f++, fields++) {
        if (f->word != word) {
            state[word++] = value;
            value = 0;
        }
        if (*fields < f->low || *fields > f->high) {
            *field = (uint32_t)(f - s->fields.at);
            return false;
        }
        if (f->bits > 0) value |= ((uint32_t)*fields - (uint32_t)f->low) << f->shift;
    }
    state[word] = value;
    return true;
}

bool lcm_pack_some(const lcm_system *s, const int32_t *fields, const uint32_t *changed, uint32_t count,
                   uint32_t *state) {
    for (uint32_t i = 0; i < count; i++) {
        const lcm_field *f = &s->fields.at[changed[i]];
        int32_t value = fields[changed[i]];
        if (value < f->low || value > f->high) return false;
        uint32_t bits = ((uint32_t)value - (uint32_t)f->low) << f->shift;
        state[f->word] = (state[f->word] & ~(f->mask << f->shift)) | bits;
    }
    return true;
}

void lcm_unpack(const lcm_system *s, const uint32_t *state, int32_t *fields) {
    const lcm_field *f = s->fields.at, *end = f + s->fields.count;
    for (; f < end; f++) {
        *fields++ = (int32_t)((state[f->word] >> f->shift & f->mask) + (uint32_t)f->low);
    }
}
