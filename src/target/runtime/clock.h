/* Vector clocks: for each thread the last of its times that another one has seen.  One fits two SSE registers. */
#ifndef LC_TARGET_RUNTIME_CLOCK_H
#define LC_TARGET_RUNTIME_CLOCK_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "target/runtime/machine.h"

typedef int16_t lc_clock __attribute__((vector_size(2 * LC_THREADS), may_alias));

/* gcc takes a vector that is wider than a register apart number by number; so it is done by halves. */
typedef int16_t lc_half_clock __attribute__((vector_size(LC_THREADS), may_alias));
typedef union lc_clock_halves {
    lc_clock whole;
    lc_half_clock half[2];
} lc_clock_halves;

static inline lc_half_clock lc_half_join(lc_half_clock a, lc_half_clock b) {
#ifdef __SSE2__
    return (lc_half_clock)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    lc_half_clock larger = a > b;
    return (a & larger) | (b & ~larger);
#endif
}

static inline lc_clock lc_clock_join(lc_clock a, lc_clock b) {
    lc_clock_halves x = {a}, y = {b};
    return (lc_clock_halves){.half = {lc_half_join(x.half[0], y.half[0]), lc_half_join(x.half[1], y.half[1])}}.whole;
}

static inline int16_t lc_clock_at(const lc_clock *c, unsigned thread) { return ((const int16_t *)c)[thread]; }

/* Is `a` nowhere ahead of `b`? */
static inline bool lc_clock_within(const lc_clock *a, const lc_clock *b) {
    typedef int64_t words __attribute__((vector_size(LC_THREADS), may_alias));
    const lc_half_clock *x = (const lc_half_clock *)a, *y = (const lc_half_clock *)b;
    words ahead = (words)((x[0] > y[0]) | (x[1] > y[1]));
#ifdef __SSE2__
    return !_mm_movemask_epi8((__m128i)ahead);
#else
    return !(ahead[0] | ahead[1]);
#endif
}

/* The same clock with another entry for one thread. */
static inline lc_clock lc_clock_with(lc_clock clock, unsigned thread, int16_t tick) {
    static const lc_half_clock first = {0, 1, 2, 3, 4, 5, 6, 7}, second = {8, 9, 10, 11, 12, 13, 14, 15};
    _Static_assert(LC_THREADS == 16, "each has a number");
    lc_clock_halves c = {clock};
    lc_half_clock own = first == (int16_t)thread;
    c.half[0] = (c.half[0] & ~own) | (tick & own);
    own = second == (int16_t)thread;
    c.half[1] = (c.half[1] & ~own) | (tick & own);
    return c.whole;
}

#endif
