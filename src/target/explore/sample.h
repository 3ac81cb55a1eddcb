/* Random numbers for strategies that sample: each execution has its own, made from the seed and its number alone, so
 * that the findings of a run depend neither on the number of workers nor on earlier executions. */
#ifndef LC_TARGET_EXPLORE_SAMPLE_H
#define LC_TARGET_EXPLORE_SAMPLE_H

#include <stdint.h>

#include "target/runtime/machine.h"

/* splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014) */
static inline uint64_t lct_sample_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline uint64_t lct_sample(uint64_t *state) { return lct_sample_mix(*state += 0x9e3779b97f4a7c15u); }

static inline unsigned lct_sample_below(uint64_t *state, unsigned n) {
    return (unsigned)((lct_sample(state) >> 32) * n >> 32);
}

/* The k-th thread of a set. */
static inline unsigned lct_sample_bit(lct_mask set, unsigned k) {
    while (k--) set &= (lct_mask)(set - 1);
    return lct_first(set);
}

#endif
