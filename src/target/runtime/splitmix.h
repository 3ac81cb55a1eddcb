/* Random numbers that are the same everywhere: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
 * OOPSLA 2014 (SplitMix64).  Any state will do, also zero. */
#ifndef LC_TARGET_RUNTIME_SPLITMIX_H
#define LC_TARGET_RUNTIME_SPLITMIX_H

#include <stdint.h>

#define LCT_SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t lct_splitmix_mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint64_t lct_splitmix(uint64_t *at) { return lct_splitmix_mix(*at += LCT_SPLITMIX_STEP); }

#endif
