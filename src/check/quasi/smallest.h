/* The smallest factor under which a part is quasi linearizable. */
#ifndef LC_CHECK_QUASI_SMALLEST_H
#define LC_CHECK_QUASI_SMALLEST_H

#include "check/quasi/search.h"

typedef struct lc_smallest {
    uint32_t at_least; /* no smaller one will do */
    uint32_t enough;   /* this one will, and the search holds its orders; LC_FACTOR_MOST: none is known */
    bool never;        /* none will */
    lc_halt halt;      /* why it is not known exactly, if at_least < enough */
} lc_smallest;

/* For the set that the factors seek; those below `from` are known not to do.  `allowance` is in configurations. */
void lc_quasi_smallest(lc_smallest *, lc_quasi_search *, const lc_factors *, uint32_t from, uint64_t allowance);

#endif
