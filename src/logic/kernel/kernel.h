/* What the files of a kernel share. */
#ifndef LC_LOGIC_KERNEL_KERNEL_H
#define LC_LOGIC_KERNEL_KERNEL_H

#include "logic/kernel.h"
#include "logic/kernel/counts.h"

struct lc_kernel {
    lc_budget budget;
    lc_grammar grammar;
    LC_VEC(lc_constant) pending; /* what can be pending, each once */
};

/* A history's counts as values of the counters.  False: an operation returned with a label that is not in the alphabet,
 * so the kernel forbids it. */
bool lc_kernel_counters(const lc_kernel *, const lc_count_space *, const lc_kernel_count *, uint32_t count,
                        int64_t *values);

#endif
