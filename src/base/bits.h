/* Bit sets in 64-bit words. */
#ifndef LC_BASE_BITS_H
#define LC_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t lc_word_count(size_t bits) { return (bits + 63) / 64; }
static inline bool lc_bit(const uint64_t *set, uint32_t i) { return set[i >> 6] >> (i & 63) & 1; }
static inline void lc_set_bit(uint64_t *set, uint32_t i) { set[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline void lc_clear_bit(uint64_t *set, uint32_t i) { set[i >> 6] &= ~((uint64_t)1 << (i & 63)); }
static inline uint32_t lc_lowest(uint64_t word) { return (uint32_t)__builtin_ctzll(word); }

#endif
