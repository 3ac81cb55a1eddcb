/* Orders, for qsort and bsearch. */
#ifndef LC_BASE_ORDER_H
#define LC_BASE_ORDER_H

#include <stdint.h>

/* Below, equal, above: -1, 0, 1, of any two numbers of one type. */
#define LC_ORDER(x, y) (((x) > (y)) - ((x) < (y)))

static inline int lc_by_u32(const void *a, const void *b) {
    return LC_ORDER(*(const uint32_t *)a, *(const uint32_t *)b);
}

static inline int lc_by_u64(const void *a, const void *b) {
    return LC_ORDER(*(const uint64_t *)a, *(const uint64_t *)b);
}

#endif
