/* Vector clocks: for each thread the last of its times that another one has seen.  Those of 16 threads fit two SSE
 * registers. */
#ifndef LC_TARGET_RUNTIME_CLOCK_H
#define LC_TARGET_RUNTIME_CLOCK_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "target/runtime/machine.h"

typedef int16_t lct_clock __attribute__((vector_size(2 * LCT_THREADS), aligned(32), may_alias));

/* gcc takes a vector that is wider than a register apart number by number; so it is done part by part. */
enum { LCT_CLOCK_LANES = 8, LCT_CLOCK_PARTS = LCT_THREADS / LCT_CLOCK_LANES };
typedef int16_t lct_clock_part __attribute__((vector_size(2 * LCT_CLOCK_LANES), may_alias));
typedef union lct_clock_parts {
    lct_clock whole;
    lct_clock_part part[LCT_CLOCK_PARTS];
} lct_clock_parts;
_Static_assert(LCT_THREADS % LCT_CLOCK_LANES == 0, "parts are whole");

/* Of 16 threads both parts stay in registers, as they would not in a loop. */
#ifdef __clang__
#define LCT_EACH_CLOCK_PART(i) _Pragma("unroll") for (unsigned i = 0; i < LCT_CLOCK_PARTS; i++)
#else
#define LCT_EACH_CLOCK_PART(i) _Pragma("GCC unroll 16") for (unsigned i = 0; i < LCT_CLOCK_PARTS; i++)
#endif

static inline lct_clock_part lct_clock_part_join(lct_clock_part a, lct_clock_part b) {
#ifdef __SSE2__
    return (lct_clock_part)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    lct_clock_part larger = a > b;
    return (a & larger) | (b & ~larger);
#endif
}

static inline bool lct_clock_part_is_zero(lct_clock_part a) {
#ifdef __SSE2__
    return !_mm_movemask_epi8((__m128i)a);
#else
    typedef int64_t words __attribute__((vector_size(2 * LCT_CLOCK_LANES), may_alias));
    return !(((words)a)[0] | ((words)a)[1]);
#endif
}

static inline lct_clock lct_clock_join(lct_clock a, lct_clock b) {
    lct_clock_parts x = {a}, y = {b}, joined;
    LCT_EACH_CLOCK_PART(i) joined.part[i] = lct_clock_part_join(x.part[i], y.part[i]);
    return joined.whole;
}

static inline int16_t lct_clock_at(const lct_clock *c, unsigned thread) { return ((const int16_t *)c)[thread]; }

/* Is `a` nowhere ahead of `b`? */
static inline bool lct_clock_within(const lct_clock *a, const lct_clock *b) {
    const lct_clock_part *x = (const lct_clock_part *)a, *y = (const lct_clock_part *)b;
    lct_clock_part ahead = {0};
    LCT_EACH_CLOCK_PART(i) ahead |= x[i] > y[i];
    return lct_clock_part_is_zero(ahead);
}

/* Is `a` somewhere not ahead of `b`? */
static inline bool lct_clock_meets(const lct_clock *a, const lct_clock *b) {
    const lct_clock_part *x = (const lct_clock_part *)a, *y = (const lct_clock_part *)b;
    lct_clock_part within = {0};
    LCT_EACH_CLOCK_PART(i) within |= x[i] <= y[i];
    return !lct_clock_part_is_zero(within);
}

/* The same clock with another entry for one thread. */
static inline lct_clock lct_clock_with(lct_clock clock, unsigned thread, int16_t tick) {
    static const lct_clock_part lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    lct_clock_parts c = {clock};
    LCT_EACH_CLOCK_PART(i) {
        lct_clock_part own = lanes + (int16_t)(i * LCT_CLOCK_LANES) == (int16_t)thread;
        c.part[i] = (c.part[i] & ~own) | (tick & own);
    }
    return c.whole;
}

#endif
