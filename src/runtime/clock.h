/* Vector clocks: for each thread how far another one knows it.  One fits two SSE registers. */
#ifndef LC_RUNTIME_CLOCK_H
#define LC_RUNTIME_CLOCK_H

#include "runtime/machine.h"

typedef int16_t lc_clock __attribute__((vector_size(2 * LC_THREADS), may_alias));

static inline lc_clock lc_clock_join(lc_clock a, lc_clock b) {
    lc_clock larger = a > b;
    return (a & larger) | (b & ~larger);
}

static inline int16_t lc_clock_at(const lc_clock *c, unsigned thread) { return ((const int16_t *)c)[thread]; }

/* Is `a` nowhere ahead of `b`? */
static inline bool lc_clock_within(const lc_clock *a, const lc_clock *b) {
    typedef uint64_t words __attribute__((vector_size(2 * LC_THREADS), may_alias));
    words ahead = (words)(*a > *b);
    return !(ahead[0] | ahead[1] | ahead[2] | ahead[3]);
}

#endif
