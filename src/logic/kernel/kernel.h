/* What the files of a kernel share. */
#ifndef LC_LOGIC_KERNEL_KERNEL_H
#define LC_LOGIC_KERNEL_KERNEL_H

#include "logic/kernel.h"
#include "logic/kernel/grammar.h"

struct lc_kernel {
    lc_budget budget;
    lc_grammar grammar;
    LC_VEC(lc_constant) pending; /* what can be pending, each once */
};

#endif
