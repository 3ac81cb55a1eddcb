/* Orders, for qsort and bsearch. */
#ifndef LC_BASE_ORDER_H
#define LC_BASE_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Below, equal, above: -1, 0, 1, of any two numbers of one type. */
#define LC_ORDER(x, y) (((x) > (y)) - ((x) < (y)))

static inline int lc_by_u32(const void *a, const void *b) {
    return LC_ORDER(*(const uint32_t *)a, *(const uint32_t *)b);
}

static inline int lc_by_u64(const void *a, const void *b) {
    return LC_ORDER(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Among `count` items whose number at `first` (of the first item; the next one is `stride` bytes behind) ascends: the
 * last that is not above `x`, or 0.  Gallops back from the last item, for an `x` that is likely to be near it. */
static inline uint32_t lc_gallop_back(const uint32_t *first, size_t stride, uint32_t count, uint32_t x) {
#define NUMBER(i) (*(const uint32_t *)((const char *)first + (size_t)(i)*stride))
    uint32_t high = count, step = 1;
    while (step < high && NUMBER(high - step) > x) step = step < high / 2 ? step * 2 : high;
    uint32_t low = step < high ? high - step : 0;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (NUMBER(middle) <= x) low = middle;
        else high = middle;
    }
    return low;
#undef NUMBER
}

#endif
