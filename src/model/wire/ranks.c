#include "model/wire/ranks.h"

#include <stdlib.h>
#include <string.h>

void lcm_ranks_exchange(const lcm_ranks *ranks, const lcm_parcel *out, lcm_parcel *in) {
    ranks->exchange(ranks->context, out, in);
    for (uint32_t i = 0; i < ranks->size; i++)
        if (in[i].size < sizeof(uint64_t) || memcmp(in[i].bytes, out[0].bytes, sizeof(uint64_t)) != 0)
            ranks->give_up(ranks->context,
                           "the processes do not work on the same: is it the same model and the same "
                           "version of lince everywhere?");
}

bool lcm_ranks_any(const lcm_ranks *ranks, bool mine, void *what, size_t size) {
    enum { KIND = 1 };
    const uint64_t kind = (uint64_t)size << 8 | KIND;
    if (!ranks) return mine;
    size_t whole = sizeof kind + 1 + size;
    lcm_parcel *out = malloc(2 * ranks->size * sizeof *out), *in = out + ranks->size;
    char *bytes = malloc(whole);
    if (!out || !bytes) ranks->give_up(ranks->context, "out of memory");
    memcpy(bytes, &kind, sizeof kind);
    bytes[sizeof kind] = mine;
    memcpy(bytes + sizeof kind + 1, what, size);
    for (uint32_t i = 0; i < ranks->size; i++) out[i] = (lcm_parcel){bytes, whole};
    lcm_ranks_exchange(ranks, out, in);
    bool any = false;
    for (uint32_t i = 0; i < ranks->size && !any; i++) {
        const char *theirs = (const char *)in[i].bytes + sizeof kind;
        any = *theirs;
        if (any) memcpy(what, theirs + 1, size);
    }
    free(out);
    free(bytes);
    return any;
}
