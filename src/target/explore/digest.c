#include "target/explore/digest.h"

#include <string.h>

#include "target/runtime/machine.h"

/* Those seen so far: open addressing, at most half full, doubled when it is. */
typedef struct digests {
    lct_digest *at;
    size_t size, used;
} digests;
static digests seen LCT_STATE = {0};

lct_digest lct_digest_bytes(const void *bytes, size_t size) {
    lct_digest d = {size, ~size};
    for (const char *at = bytes, *end = at + size; at < end; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        d.a = lct_digest_mix(d.a ^ word, 0xa4093822299f31d0u);
        d.b = lct_digest_mix(d.b + word, 0x082efa98ec4e6c89u);
    }
    return d;
}

static bool insert(digests *set, lct_digest digest) {
    for (size_t i = digest.a & (set->size - 1);; i = (i + 1) & (set->size - 1)) {
        lct_digest *slot = &set->at[i];
        if (slot->a == digest.a && slot->b == digest.b) return false;
        if (slot->a | slot->b) continue;
        *slot = digest;
        set->used++;
        return true;
    }
}

static void grow(void) {
    digests larger = {.size = seen.size ? seen.size * 2 : 1 << 12};
    larger.at = lct_reserve(larger.size * sizeof *larger.at);
    for (size_t i = 0; i < seen.size; i++)
        if (seen.at[i].a | seen.at[i].b) insert(&larger, seen.at[i]);
    if (seen.at) lct_unreserve(seen.at, seen.size * sizeof *seen.at);
    seen = larger;
}

bool lct_digest_is_new(lct_digest digest) {
    digest.a |= !(digest.a | digest.b); /* zero marks an empty slot */
    if (seen.used * 2 >= seen.size) grow();
    return insert(&seen, digest);
}
