/* The remainder of a division: never negative, so that `(i - 1) % N` goes round, as models written for PAT expect. */
#ifndef LC_LANG_REMAINDER_H
#define LC_LANG_REMAINDER_H

#include <stdint.h>

static inline int64_t lcm_remainder(int64_t a, int64_t b) {
    int64_t r = b == -1 ? 0 : a % b;
    return r >= 0 ? r : b > 0 ? r + b : r - b;
}

#endif
