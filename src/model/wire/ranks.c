#include "model/wire/ranks.h"

#include <stdlib.h>
#include <string.h>

void lcm_team_exchange(const lcm_team *team, const lcm_parcel *out, lcm_parcel *in) {
    team->exchange(team->context, out, in);
    for (uint32_t i = 0; i < team->size; i++)
        if (in[i].size < sizeof(uint64_t) || memcmp(in[i].bytes, out[0].bytes, sizeof(uint64_t)) != 0)
            team->give_up(team->context,
                          "the processes do not work on the same: is it the same model and the same "
                          "version of lince everywhere?");
}

bool lcm_team_any(const lcm_team *team, bool mine, void *what, size_t size) {
    enum { KIND = 1 };
    const uint64_t kind = (uint64_t)size << 8 | KIND;
    if (!team) return mine;
    size_t whole = sizeof kind + 1 + size;
    lcm_parcel *out = malloc(2 * team->size * sizeof *out), *in = out + team->size;
    char *bytes = malloc(whole);
    if (!out || !bytes) team->give_up(team->context, "out of memory");
    memcpy(bytes, &kind, sizeof kind);
    bytes[sizeof kind] = mine;
    memcpy(bytes + sizeof kind + 1, what, size);
    for (uint32_t i = 0; i < team->size; i++) out[i] = (lcm_parcel){bytes, whole};
    lcm_team_exchange(team, out, in);
    bool any = false;
    for (uint32_t i = 0; i < team->size && !any; i++) {
        const char *theirs = (const char *)in[i].bytes + sizeof kind;
        any = *theirs;
        if (any) memcpy(what, theirs + 1, size);
    }
    free(out);
    free(bytes);
    return any;
}
