/* Vector clocks: for each thread the last of its times that another one has seen.  One fits two SSE registers. */
#ifndef LC_TARGET_RUNTIME_CLOCK_H
#define LC_TARGET_RUNTIME_CLOCK_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "target/runtime/machine.h"

typedef int16_t lct_clock __attribute__((vector_size(2 * LCT_THREADS), may_alias));

/* gcc takes a vector that is wider than a register apart number by number; so it is done by halves. */
typedef int16_t lct_half_clock __attribute__((vector_size(LCT_THREADS), may_alias));
typedef union lct_clock_halves {
    lct_clock whole;
    lct_half_clock half[2];
} lct_clock_halves;

static inline lct_half_clock lct_half_join(lct_half_clock a, lct_half_clock b) {
#ifdef __SSE2__
    return (lct_half_clock)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    lct_half_clock larger = a > b;
    return (a & larger) | (b & ~larger);
#endif
}

static inline lct_clock lct_clock_join(lct_clock a, lct_clock b) {
    lct_clock_halves x = {a}, y = {b};
    return (lct_clock_halves){.half = {lct_half_join(x.half[0], y.half[0]), lct_half_join(x.half[1], y.half[1])}}.whole;
}

static inline int16_t lct_clock_at(const lct_clock *c, unsigned thread) { return ((const int16_t *)c)[thread]; }

/* Is `a` nowhere ahead of `b`? */
static inline bool lct_clock_within(const lct_clock *a, const lct_clock *b) {
    typedef int64_t words __attribute__((vector_size(LCT_THREADS), may_alias));
    const lct_half_clock *x = (const lct_half_clock *)a, *y = (const lct_half_clock *)b;
    words ahead = (words)((x[0] > y[0]) | (x[1] > y[1]));
#ifdef __SSE2__
    return !_mm_movemask_epi8((__m128i)ahead);
#else
    return !(ahead[0] | ahead[1]);
#endif
}

/* The same clock with another entry for one thread. */
static inline lct_clock lct_clock_with(lct_clock clock, unsigned thread, int16_t tick) {
    static const lct_half_clock first = {0, 1, 2, 3, 4, 5, 6, 7}, second = {8, 9, 10, 11, 12, 13, 14, 15};
    _Static_assert(LCT_THREADS == 16, "each has a number");
    lct_clock_halves c = {clock};
    lct_half_clock own = first == (int16_t)thread;
    c.half[0] = (c.half[0] & ~own) | (tick & own);
    own = second == (int16_t)thread;
    c.half[1] = (c.half[1] & ~own) | (tick & own);
    return c.whole;
}

#endif
