/* Hashing: xxhash for bytes, a multiply-and-fold mixer for words. */
#ifndef LC_BASE_HASH_H
#define LC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t lc_hash_bytes(const void *bytes, size_t size);

/* The two halves of a 128-bit product folded together: every input bit reaches every output bit. */
static inline uint64_t lc_mix(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#endif
