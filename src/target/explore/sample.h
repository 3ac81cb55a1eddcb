/* Random numbers for strategies that sample: each execution has its own, made from the seed and its number alone, so
 * that the findings of a run depend neither on the number of workers nor on earlier executions. */
#ifndef LC_TARGET_EXPLORE_SAMPLE_H
#define LC_TARGET_EXPLORE_SAMPLE_H

#include <stdint.h>

#include "target/runtime/machine.h"
#include "target/runtime/splitmix.h"

static inline unsigned lct_sample_below(uint64_t *state, unsigned n) {
    return (unsigned)((lct_splitmix(state) >> 32) * n >> 32);
}

/* The k-th thread of a set. */
static inline unsigned lct_sample_bit(lct_mask set, unsigned k) {
    while (k--) set &= (lct_mask)(set - 1);
    return lct_first(set);
}

#endif
