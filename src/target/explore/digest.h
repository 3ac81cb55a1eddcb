/* Numbers that stand for histories: 128 bits, so that two different ones never share one in practice. */
#ifndef LC_TARGET_EXPLORE_DIGEST_H
#define LC_TARGET_EXPLORE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lct_digest {
    uint64_t a, b;
} lct_digest;

/* A good mixer: multiplication, with the high half. */
static inline __attribute__((always_inline)) uint64_t lct_digest_mix(uint64_t x, uint64_t y) {
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)(x ^ 0x9e3779b97f4a7c15u) * (y ^ 0xd6e8feb86659fd93u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

lct_digest lct_digest_bytes(const void *, size_t size); /* a multiple of 8 */
/* Remembers it; true: it is new. */
bool lct_digest_is_new(lct_digest);

#endif
